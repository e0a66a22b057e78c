import { endOf, readHeader } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import {
  normalizeTarget,
  readRequestParameter,
  readResponseParameter,
  type FlowDraft,
} from "./flow-draft.ts";

/** The values that join messages. Each has a map of its own: equal texts can mean two things. */
type Key =
  | "state"
  | "code"
  | "challenge"
  | "ticket"
  | "request-uri"
  | "device-code"
  | "mfa-token"
  | "refresh-token"
  | "refresh-request"
  | "token"
  | "recipient"
  | "callback"
  | "client"
  | "host"
  | "embedded-client"
  | "api";

/** The maximum time between two messages that only their client or callback URL joins. */
const maxWeakMs = 10 * 60_000;

/** Finds the flow of a message by the values that it shares with earlier messages. */
export class FlowIndex {
  readonly #maps = new Map<Key, Map<string, FlowDraft>>();
  readonly #byId = new Map<number, FlowDraft>();

  /** The flow that has an exchange. */
  ofExchange(id: number | undefined): FlowDraft | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  get(key: Key, value: string | undefined): FlowDraft | undefined {
    return value === undefined ? undefined : this.#maps.get(key)?.get(value);
  }

  /** Returns the flow that last had this value, if that was not long ago. */
  getRecent(key: Key, value: string | undefined, at: number): FlowDraft | undefined {
    const draft = this.get(key, value);
    const last = draft?.messages.at(-1)?.exchange;
    return last !== undefined && at - endOf(last) <= maxWeakMs ? draft : undefined;
  }

  /** Returns the last login at a host, if no token request followed it yet. */
  getWaiting(host: string, at: number): FlowDraft | undefined {
    const draft = this.getRecent("host", host, at);
    return draft?.messages.some(({ kind }) => kind === "token") === true ? undefined : draft;
  }

  /** Adds a message to a flow, with the values by which later messages are found. */
  add(draft: FlowDraft, message: AuthMessage, challenge?: string): void {
    draft.messages.push(message);
    this.#byId.set(message.exchange.id, draft);
    if (message.kind === "preflight") return;
    if (message.kind === "authorization") this.#addAuthorization(draft, message);
    for (const [key, value] of listValues(message)) this.#set(key, value, draft);
    this.#set("challenge", challenge, draft);
  }

  #addAuthorization(draft: FlowDraft, message: AuthMessage): void {
    draft.authorization ??= message;
    if (draft.authorization !== message) return;
    this.#set("challenge", readRequestParameter(message, "code_challenge"), draft);
    this.#set("callback", normalizeTarget(readRequestParameter(message, "redirect_uri")), draft);
    this.#set("client", nameClient(message), draft);
    this.#set("host", new URL(message.exchange.url).host, draft);
  }

  #set(key: Key, value: string | undefined, draft: FlowDraft): void {
    if (value === undefined) return;
    const map = this.#maps.get(key) ?? new Map<string, FlowDraft>();
    this.#maps.set(key, map);
    map.set(value, draft);
  }
}

function listValues(message: AuthMessage): readonly (readonly [Key, string | undefined])[] {
  const { kind } = message;
  return [
    ["code", readResponseParameter(message, "code")],
    ["token", readResponseParameter(message, "access_token")],
    ["token", readResponseParameter(message, "id_token")],
    ["refresh-token", readResponseParameter(message, "refresh_token")],
    ["mfa-token", readResponseParameter(message, "mfa_token")],
    ["ticket", readResponseParameter(message, "login_ticket")],
    ["request-uri", readResponseParameter(message, "request_uri")],
    ["device-code", readResponseParameter(message, "device_code")],
    ...(kind === "authorization"
      ? ([["state", readRequestParameter(message, "state")]] as const)
      : []),
    ...(kind === "callback" ? ([["state", readResponseParameter(message, "state")]] as const) : []),
    ...(kind === "token" ? listSent(message) : []),
    ...(kind.startsWith("passwordless") ? ([["recipient", nameRecipient(message)]] as const) : []),
    ...(isEmbeddedSuccess(message) ? ([["embedded-client", nameClient(message)]] as const) : []),
    ...(isCall(message) ? ([["api", nameApi(message)]] as const) : []),
  ];
}

/** The values that a second request of the same flow would send again. */
function listSent(message: AuthMessage): readonly (readonly [Key, string | undefined])[] {
  return [
    ["code", readRequestParameter(message, "code")],
    ["refresh-request", readRequestParameter(message, "refresh_token")],
  ];
}

/** A login whose ticket the browser did not show; Chromium often loses that body. */
function isEmbeddedSuccess({ kind, exchange }: AuthMessage): boolean {
  return kind === "embedded-login" && exchange.status === 200;
}

/** Returns true for a request with an access token. */
export function isCall({ kind }: AuthMessage): boolean {
  return kind === "api-call" || kind === "management" || kind === "user-info";
}

/** Returns the key of the client of a request at its provider. */
export function nameClient(message: AuthMessage): string | undefined {
  const clientId = readRequestParameter(message, "client_id");
  return clientId === undefined ? undefined : `${new URL(message.exchange.url).host} ${clientId}`;
}

/** Returns the key of the person who gets a one-time code, at one provider. */
export function nameRecipient(message: AuthMessage): string | undefined {
  const name = ["email", "phone_number", "username"]
    .map((member) => readRequestParameter(message, member))
    .find((value) => value !== undefined);
  return name === undefined
    ? undefined
    : `${new URL(message.exchange.url).host} ${name.trim().toLowerCase()}`;
}

/** Returns the access token of a request: of its header, otherwise of its query. */
export function readBearer(message: AuthMessage): string | undefined {
  const header = readHeader(message.exchange.requestHeaders, "authorization");
  return (
    /^(?:bearer|dpop) (.+)$/iu.exec(header ?? "")?.[1] ??
    readRequestParameter(message, "access_token")
  );
}

/** Returns the key of the calls of one API with one token. */
export function nameApi(message: AuthMessage): string {
  return `${new URL(message.exchange.url).origin} ${readBearer(message) ?? ""}`;
}
