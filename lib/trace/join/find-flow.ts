import type { AuthMessage } from "../message.ts";
import {
  normalizeTarget,
  readRequestParameter,
  readResponseParameter,
  type FlowDraft,
} from "./flow-draft.ts";
import { nameApi, nameClient, nameRecipient, readBearer, type FlowIndex } from "./flow-index.ts";

/** The facts by which a message is joined to a flow. */
export interface Joining {
  index: FlowIndex;
  /** The S256 challenge of each verifier. */
  challenges: ReadonlyMap<string, string>;
}

type Finder = (message: AuthMessage, joining: Joining) => FlowDraft | undefined;

const finders: Partial<Record<AuthMessage["kind"], Finder>> = {
  authorization: findForAuthorization,
  callback: findForCallback,
  token: findForToken,
  "embedded-login": findByRecipient,
  "passwordless-start": findByRecipient,
  "passwordless-verification": findByRecipient,
  mfa: (message, { index }) =>
    index.get("mfa-token", readRequestParameter(message, "mfa_token") ?? readBearer(message)),
  "user-info": findForCall,
  "api-call": findForCall,
  management: findForCall,
};

/** Finds the flow that a message continues; undefined if it starts one. */
export function findFlow(message: AuthMessage, joining: Joining): FlowDraft | undefined {
  return joining.index.ofExchange(message.fromId) ?? finders[message.kind]?.(message, joining);
}

/** Finds the flow that issued the token that a message uses. */
export function findPrevious(message: AuthMessage, { index }: Joining): FlowDraft | undefined {
  // Of a revocation, and of an exchange (RFC 8693, section 2.1).
  const token =
    readRequestParameter(message, "token") ?? readRequestParameter(message, "subject_token");
  return (
    index.get("refresh-token", readRequestParameter(message, "refresh_token") ?? token) ??
    index.get("token", readRequestParameter(message, "id_token_hint") ?? token)
  );
}

function findForAuthorization(message: AuthMessage, { index }: Joining): FlowDraft | undefined {
  const pushed = index.get("request-uri", readRequestParameter(message, "request_uri"));
  if (pushed !== undefined) return startsHere(pushed);
  const ticket = readRequestParameter(message, "login_ticket");
  if (ticket !== undefined) {
    const { startedAt } = message.exchange;
    const known = index.get("ticket", ticket);
    // Without the ticket's response, the client and the moment tell: one page sends both.
    const unseen = index.getRecent("embedded-client", nameClient(message), startedAt);
    const isUnseen = unseen?.messages.every(
      (each) => readResponseParameter(each, "login_ticket") === undefined,
    );
    return startsHere(known) ?? (isUnseen === true ? startsHere(unseen) : undefined);
  }
  const isLink = readRequestParameter(message, "verification_code") !== undefined;
  return isLink ? startsHere(index.get("recipient", nameRecipient(message))) : undefined;
}

/** A ticket or a link that is used again starts a login of its own. */
function startsHere(draft: FlowDraft | undefined): FlowDraft | undefined {
  return draft?.authorization === undefined ? draft : undefined;
}

function findForCallback(message: AuthMessage, { index }: Joining): FlowDraft | undefined {
  const state = readResponseParameter(message, "state");
  const token =
    readResponseParameter(message, "access_token") ?? readResponseParameter(message, "id_token");
  const known =
    index.get("state", state) ??
    index.get("code", readResponseParameter(message, "code")) ??
    index.get("token", token);
  if (known !== undefined || state !== undefined) return known;
  // The response has lost its state: the callback URL tells, if a login waits there.
  const { url, startedAt } = message.exchange;
  return waiting(index.getRecent("callback", normalizeTarget(url), startedAt));
}

function waiting(draft: FlowDraft | undefined): FlowDraft | undefined {
  const isDone = draft?.messages.some(
    ({ kind, responseMode }) => responseMode !== undefined || kind === "token",
  );
  return isDone === true ? undefined : draft;
}

function findForToken(message: AuthMessage, joining: Joining): FlowDraft | undefined {
  const { index, challenges } = joining;
  const refresh = readRequestParameter(message, "refresh_token");
  if (refresh !== undefined) return findRetry(message, joining, refresh);
  const verifier = readRequestParameter(message, "code_verifier");
  const code = readRequestParameter(message, "code");
  const found =
    index.get("code", code) ??
    index.get("challenge", verifier === undefined ? undefined : challenges.get(verifier)) ??
    index.get("challenge", verifier) ??
    index.get("device-code", readRequestParameter(message, "device_code")) ??
    index.get("mfa-token", readRequestParameter(message, "mfa_token"));
  if (found !== undefined) return found;
  if (readRequestParameter(message, "otp") !== undefined) return findByRecipient(message, joining);
  if (readRequestParameter(message, "grant_type") !== "authorization_code") return undefined;
  // The browser did not show the response that had this code.
  const { startedAt } = message.exchange;
  return waiting(index.getRecent("client", nameClient(message), startedAt));
}

/** A server that asks for a DPoP nonce gets the same request again (RFC 9449, section 8). */
function findRetry(
  message: AuthMessage,
  { index }: Joining,
  refresh: string,
): FlowDraft | undefined {
  const sent = index.get("refresh-request", refresh);
  return sent?.messages.at(-1)?.error === "use_dpop_nonce" ? sent : undefined;
}

/** Joins a one-time code to the request that sent it to the same person. */
function findByRecipient(message: AuthMessage, { index }: Joining): FlowDraft | undefined {
  if (message.kind === "embedded-login" && readRequestParameter(message, "otp") === undefined) {
    return undefined;
  }
  const { startedAt } = message.exchange;
  const draft = index.getRecent("recipient", nameRecipient(message), startedAt);
  return startsHere(draft);
}

/** Joins a call to the flow that issued its token, otherwise to earlier calls with this token. */
function findForCall(message: AuthMessage, { index }: Joining): FlowDraft | undefined {
  const token = readBearer(message);
  return index.get("token", token) ?? index.get("api", nameApi(message));
}
