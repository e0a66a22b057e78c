import * as z from "zod/mini";
import { endOf, readHeader } from "../exchange.ts";
import type { Flow, FlowKind, AuthLibrary } from "../flow.ts";
import type { AuthMessage, MessageKind } from "../message.ts";
import { findPhase } from "./find-phase.ts";
import { findResponse, withResponse, type NavigationResponses } from "./find-response.ts";
import { readRequestParameter, readResponseParameter, type FlowDraft } from "./flow-draft.ts";
import { isCall } from "./flow-index.ts";
import { decodeBase64Url } from "../../encoding/base64url.ts";
import { parseJson } from "../../encoding/json.ts";

const part = z.string().check(z.minLength(1), z.maxLength(60));
const telemetrySchema = z.object({ name: part, version: part });

/** Completes a flow from its messages. */
export function buildFlow(
  draft: FlowDraft,
  ids: ReadonlyMap<FlowDraft, string>,
  reached: NavigationResponses,
): Flow {
  const sorted = draft.messages.toSorted(
    (one, other) => one.exchange.startedAt - other.exchange.startedAt,
  );
  const found = findResponse({ ...draft, messages: sorted }, reached);
  const first = draft.authorization;
  const authorization = first === undefined ? undefined : withResponse(first, found);
  const messages = sorted.map((each) =>
    each === first && authorization !== undefined ? authorization : each,
  );
  const tokenRequests = messages.filter(({ kind }) => kind === "token");
  const kind = decideKind(messages, authorization);
  const main = messages.filter((message) => !isCall(message));
  const timed = main.length === 0 ? messages : main;
  const clientId = findClient(messages, authorization) ?? findIssuingClient(draft);
  const library = readLibrary(timed);
  const pageOrigin = findPageOrigin(messages, authorization);
  const previousId = draft.previous && ids.get(draft.previous);
  const flow = {
    kind,
    messages,
    tokenRequests,
    ...(authorization === undefined ? {} : { authorization }),
    ...(found === undefined ? {} : { response: found }),
  };
  return {
    id: ids.get(draft) ?? "",
    ...flow,
    ...findPhase(flow),
    host: findHost(messages, authorization),
    ...(clientId === undefined ? {} : { clientId }),
    ...(library === undefined ? {} : { library }),
    ...(pageOrigin === undefined ? {} : { pageOrigin }),
    ...(previousId === undefined ? {} : { previousId }),
    startedAt: messages[0]?.exchange.startedAt ?? 0,
    endedAt: timed.reduce((latest, { exchange }) => Math.max(latest, endOf(exchange)), 0),
  };
}

const loginKinds = new Set<MessageKind>([
  "pushed-request",
  "device-authorization",
  "embedded-login",
  "embedded-verification",
  "passwordless-start",
  "passwordless-verification",
  "login-page",
  "callback",
  "mfa",
]);

function decideKind(
  messages: readonly AuthMessage[],
  authorization: AuthMessage | undefined,
): FlowKind {
  if (authorization !== undefined) return isSilent(authorization) ? "renewal" : "login";
  const asked = messages.map((message) =>
    message.kind === "preflight" ? (message.asks ?? message.kind) : message.kind,
  );
  if (asked.includes("logout")) return "logout";
  const first = messages.find(({ kind }) => kind === "token");
  const grant = first && readRequestParameter(first, "grant_type");
  // A server of the application need not be told the grant.
  const isRefresh =
    first !== undefined && readRequestParameter(first, "refresh_token") !== undefined;
  if (grant === "refresh_token" || (grant === undefined && isRefresh)) return "renewal";
  // Without its request: providers show no login page in a frame (RFC 9700, section 4.16).
  const callback = messages.find(({ kind }) => kind === "callback");
  if (callback?.exchange.destination === "frame") return "renewal";
  if (asked.some((kind) => loginKinds.has(kind))) return "login";
  return grant !== undefined && isLoginGrant(grant) ? "login" : "call";
}

/**
 * Returns true for a renewal in a frame. One that asks for a web message shows no pages, even if it
 * forgets `prompt=none`. In the window itself, `prompt=none` is a login that may not ask.
 */
function isSilent(message: AuthMessage): boolean {
  const { destination } = message.exchange;
  if (destination === "document") return false;
  const prompts = readRequestParameter(message, "prompt")?.split(" ") ?? [];
  const mode = readRequestParameter(message, "response_mode") ?? "";
  return prompts.includes("none") || (destination === "frame" && mode.endsWith("_message"));
}

/** Grants of a person, rather than of a server or a token. */
function isLoginGrant(grant: string): boolean {
  return !/client.credentials|token-exchange|bearer$/u.test(grant);
}

const hostless = new Set<MessageKind>(["callback", "api-call", "preflight"]);

function findHost(
  messages: readonly AuthMessage[],
  authorization: AuthMessage | undefined,
): string {
  const first = authorization ?? messages.find(({ kind }) => !hostless.has(kind));
  if (first !== undefined) return new URL(first.exchange.url).host;
  // RFC 9207: the response can name its issuer.
  const issuer = messages
    .map((message) => URL.parse(readResponseParameter(message, "iss") ?? ""))
    .at(0);
  return issuer?.host ?? URL.parse(messages[0]?.exchange.url ?? "")?.host ?? "";
}

function findClient(
  messages: readonly AuthMessage[],
  authorization: AuthMessage | undefined,
): string | undefined {
  return (
    (authorization && readRequestParameter(authorization, "client_id")) ??
    messages
      .map((message) => readRequestParameter(message, "client_id"))
      .find((id) => id !== undefined)
  );
}

/** A logout or a revocation can name its client by a token alone. */
function findIssuingClient({ previous }: FlowDraft): string | undefined {
  return previous && findClient(previous.messages, previous.authorization);
}

/** The pages of a login: what led to them is the provider, not the application. */
const providerPages = new Set<MessageKind>(["login-page", "embedded-verification", "callback"]);

/** Returns the origin of the application's page, by the first request that it made. */
function findPageOrigin(
  messages: readonly AuthMessage[],
  authorization: AuthMessage | undefined,
): string | undefined {
  const ordered = authorization === undefined ? messages : [authorization, ...messages];
  for (const { exchange, kind } of ordered.slice(0, 50)) {
    // A second authorization is that of another provider, which this provider asks.
    const isOther = kind === "authorization" && exchange !== authorization?.exchange;
    if (isOther || providerPages.has(kind)) continue;
    const told = readHeader(exchange.requestHeaders, "origin") ?? exchange.initiator;
    const origin = told === undefined ? undefined : URL.parse(told)?.origin;
    if (origin === undefined || origin === "null") continue;
    if (origin !== new URL(exchange.url).origin) return origin;
  }
  return undefined;
}

/** Returns the library that sent one of the messages, as the first of them names it. */
function readLibrary(messages: readonly AuthMessage[]): AuthLibrary | undefined {
  for (const message of messages) {
    const library = readTelemetry(message) ?? readSku(message);
    if (library !== undefined) return library;
  }
  return undefined;
}

/** The parameter of pages and the header of requests: name and version as JSON in base64. */
function readTelemetry(message: AuthMessage): AuthLibrary | undefined {
  const encoded =
    readRequestParameter(message, "auth0Client") ??
    readHeader(message.exchange.requestHeaders, "auth0-client");
  if (encoded === undefined || encoded.length > 4096) return undefined;
  const bytes = decodeBase64Url(
    encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  );
  const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  return telemetrySchema.safeParse(parseJson(text)).data;
}

/** MSAL's parameters. */
function readSku(message: AuthMessage): AuthLibrary | undefined {
  const name =
    readRequestParameter(message, "x-client-SKU") ?? readRequestParameter(message, "x-client-sku");
  const version =
    readRequestParameter(message, "x-client-VER") ?? readRequestParameter(message, "x-client-ver");
  if (name === undefined || version === undefined) return undefined;
  return telemetrySchema.safeParse({ name, version }).data;
}
