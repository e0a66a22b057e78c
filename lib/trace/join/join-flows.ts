import type { Navigation } from "../capture-context.ts";
import type { Flow } from "../flow.ts";
import type { AuthMessage } from "../message.ts";
import { isHidden } from "../is-hidden.ts";
import { wasAborted } from "../facts/was-aborted.ts";
import { readObject } from "../parameters.ts";
import { stepSize, type Steps } from "../steps.ts";
import { buildFlow } from "./build-flow.ts";
import { findFlow, findPrevious, type Joining } from "./find-flow.ts";
import { indexNavigations } from "./find-response.ts";
import { readRequestParameter, readResponseParameter, type FlowDraft } from "./flow-draft.ts";
import { FlowIndex } from "./flow-index.ts";

/** The flows of a capture, and the messages that belong to none of them alone. */
export interface JoinedMessages {
  /** Oldest first. */
  flows: Flow[];
  shared: AuthMessage[];
}

/** Facts that the messages themselves do not contain. */
export interface JoinFacts {
  /** The S256 challenge of each verifier; see `hashVerifiers`. */
  challenges: ReadonlyMap<string, string>;
  navigations: readonly Navigation[];
}

const isShared = ({ kind }: AuthMessage) => kind === "discovery" || kind === "key-set";

/**
 * Joins messages into flows by what they carry: state, code, verifier, ticket, token, and the page
 * that led to them. Takes time in proportion to the number of messages.
 *
 * @param messages in order of time
 */
export function* joinFlows(
  messages: readonly AuthMessage[],
  { challenges, navigations }: JoinFacts,
): Steps<JoinedMessages> {
  const shared = messages.filter(isShared);
  const index = new FlowIndex();
  const drafts: FlowDraft[] = [];
  const joining = { index, challenges };
  for (const [count, message] of messages.entries()) {
    if (count % stepSize === 0) yield;
    if (isShared(message) || message.kind === "preflight") continue;
    drafts.push(...place(message, joining));
  }
  for (const preflight of messages.filter(({ kind }) => kind === "preflight")) {
    drafts.push(...placePreflight(preflight, index));
  }
  drafts.push(...listFailedDiscoveries(shared, drafts));
  const ids = new Map(drafts.map((draft) => [draft, nameDraft(draft)]));
  const reached = indexNavigations(navigations);
  const flows: Flow[] = [];
  for (const draft of drafts) {
    flows.push(buildFlow(draft, ids, reached));
    if (flows.length % stepSize === 0) yield;
  }
  return { flows: flows.toSorted((one, other) => one.startedAt - other.startedAt), shared };
}

/** Adds a message to its flow; returns the flow if it is new. */
function place(message: AuthMessage, joining: Joining): FlowDraft[] {
  const { index, challenges } = joining;
  const verifier = readRequestParameter(message, "code_verifier");
  const challenge = verifier === undefined ? undefined : challenges.get(verifier);
  const found = findFlow(message, joining);
  if (found !== undefined) {
    index.add(found, message, challenge);
    return [];
  }
  const previous = findPrevious(message, joining);
  const draft: FlowDraft = { messages: [], ...(previous === undefined ? {} : { previous }) };
  index.add(draft, message, challenge);
  return [draft];
}

/** A preflight without its request was refused: it belongs to the login that waits for it. */
function placePreflight(preflight: AuthMessage, index: FlowIndex): FlowDraft[] {
  const { fromId, asks, exchange } = preflight;
  const waiting =
    asks === "token" ? index.getWaiting(new URL(exchange.url).host, exchange.startedAt) : undefined;
  const found = index.ofExchange(fromId) ?? waiting;
  const draft = found ?? { messages: [] };
  index.add(draft, preflight);
  return found === undefined ? [draft] : [];
}

/** A login that stops at its configuration has nothing but discovery documents or keys. */
function listFailedDiscoveries(
  shared: readonly AuthMessage[],
  drafts: readonly FlowDraft[],
): FlowDraft[] {
  const candidates = shared.filter((message) => isFailed(message) || isForeign(message));
  if (candidates.length === 0) return [];
  const lastStart = new Map<string, number>();
  for (const { messages } of drafts) {
    for (const { exchange } of messages) {
      const { host } = new URL(exchange.url);
      lastStart.set(host, Math.max(lastStart.get(host) ?? 0, exchange.startedAt));
    }
  }
  // A library looks for the document at several places.
  for (const message of shared) {
    if (isFailed(message) || isForeign(message)) continue;
    const { host } = new URL(message.exchange.url);
    lastStart.set(host, Math.max(lastStart.get(host) ?? 0, message.exchange.startedAt));
  }
  const failed = new Map<string, FlowDraft>();
  for (const message of candidates) {
    const { url, startedAt } = message.exchange;
    const { host } = new URL(url);
    if ((lastStart.get(host) ?? 0) >= startedAt) continue;
    const draft = failed.get(host);
    if (draft === undefined) failed.set(host, { messages: [message] });
    else draft.messages.push(message);
  }
  return [...failed.values()];
}

function isFailed({ exchange, kind }: AuthMessage): boolean {
  const { status, error, responseBody } = exchange;
  if (wasAborted(exchange)) return false;
  if (status >= 400 || (status === 0 && error !== undefined) || isHidden(exchange)) return true;
  // The page of an application that answers at every address.
  return kind === "discovery" && status === 200 && responseBody.state === "text"
    ? readObject(responseBody.text) === undefined
    : false;
}

/** A library stops at a document of another issuer (OpenID Connect Discovery 1.0, section 4.3). */
function isForeign(message: AuthMessage): boolean {
  const issuer =
    message.kind === "discovery" ? readResponseParameter(message, "issuer") : undefined;
  const [place] = message.exchange.url.split("/.well-known/openid-configuration");
  const isNamed = place !== message.exchange.url;
  return issuer !== undefined && isNamed && issuer.replace(/\/$/u, "") !== place;
}

/** The smallest number stays when messages are added: a later one has a larger number. */
function nameDraft({ messages }: FlowDraft): string {
  return `${messages.reduce((least, { exchange }) => Math.min(least, exchange.id), Infinity)}`;
}
