import { isJsonObject, readMember, type JsonObject } from "../encoding/json.ts";
import type { Exchange } from "./exchange.ts";
import type { Flow, FlowKind } from "./flow.ts";
import type { AuthMessage } from "./message.ts";
import { readObject } from "./parameters.ts";

/** A load of the inspected page's document. */
export interface Navigation {
  /** Unix time in ms. */
  at: number;
  /** With its fragment in Firefox, without it in Chromium. */
  url: string;
}

/** The keys that a host published (RFC 7517, section 5). */
export interface KeySet {
  message: AuthMessage;
  keys: readonly JsonObject[];
}

/** A provider's description of itself (OpenID Connect Discovery 1.0, section 4; RFC 8414). */
export interface Discovery {
  message: AuthMessage;
  document: JsonObject;
}

/** All that a capture shows beside one flow. */
export interface CaptureContext {
  /** All flows of the capture, oldest first. */
  flows: readonly Flow[];
  /** The messages that belong to no login, such as discovery documents and key sets. */
  shared: readonly AuthMessage[];
  /** The loads of the inspected page that the browser reported. */
  navigations: readonly Navigation[];
  /** False if a file has no cookies at all: then their absence says nothing. */
  hasCookies: boolean;
  /** All exchanges, also those without a meaning for logins, in order of `startedAt`. */
  exchanges: readonly Exchange[];
  /** The first discovery document of each URL. */
  discoveries: readonly Discovery[];
  /** The key sets of each host, oldest first. */
  keySets: ReadonlyMap<string, readonly KeySet[]>;
  /** The key sets of each URL, oldest first: one list for all flows that use it. */
  keySetsByUrl: ReadonlyMap<string, readonly KeySet[]>;
  /** The last start of each call that succeeded, in Unix ms; see `nameCall`. */
  successes: ReadonlyMap<string, number>;
  /** The current time in Unix ms while the capture records; undefined for a file. */
  now?: number;
  /** The `state` of each run of this extension, whose code the capture does not show redeemed. */
  ownStates?: ReadonlySet<string>;
  /** The flows of each client, oldest first; see `nameClient`. */
  flowsByClient: ReadonlyMap<string, readonly Flow[]>;
  /** The flows that worked, oldest first, by their client (`nameClient`, `namePage`) and kind. */
  completeFlows: ReadonlyMap<string, Readonly<Partial<Record<FlowKind, readonly Flow[]>>>>;
  /** The S256 challenge (RFC 7636, section 4.2) of each `code_verifier` of the capture. */
  challenges: ReadonlyMap<string, string>;
}

/** The parts of a capture that were read from its exchanges. */
export interface CaptureParts {
  exchanges: readonly Exchange[];
  flows: readonly Flow[];
  shared: readonly AuthMessage[];
  navigations: readonly Navigation[];
  challenges: ReadonlyMap<string, string>;
  /** The current time in Unix ms while the capture records; undefined for a file. */
  now?: number;
  ownStates?: ReadonlySet<string>;
}

/** Indexes a capture, so that nothing has to search it for each flow. */
export function createContext(parts: CaptureParts): CaptureContext {
  const flowsByClient = new Map<string, Flow[]>();
  for (const flow of parts.flows) addTo(flowsByClient, nameClient(flow), flow);
  const { discoveries, keySets, keySetsByUrl } = readDocuments(parts.shared);
  const exchanges = parts.exchanges.toSorted((one, other) => one.startedAt - other.startedAt);
  return {
    ...parts,
    exchanges,
    successes: new Map(
      exchanges
        .filter(({ status }) => status >= 200 && status < 300)
        .map((each) => [nameCall(each), each.startedAt]),
    ),
    hasCookies: parts.exchanges.some(hasCookies),
    discoveries,
    keySets,
    keySetsByUrl,
    flowsByClient,
    completeFlows: indexComplete(parts.flows),
  };
}

function indexComplete(flows: readonly Flow[]): CaptureContext["completeFlows"] {
  const found = new Map<string, Partial<Record<FlowKind, Flow[]>>>();
  for (const flow of flows) {
    if (flow.phase !== "complete") continue;
    const page = URL.parse(flow.response?.target ?? "")?.host;
    for (const name of [nameClient(flow), ...(page === undefined ? [] : [namePage(page)])]) {
      const kinds = found.get(name) ?? {};
      found.set(name, kinds);
      (kinds[flow.kind] ??= []).push(flow);
    }
  }
  return found;
}

/** Returns the key of the flow's client at its provider. */
export function nameClient({ host, clientId = "" }: Flow): string {
  return `${host} ${clientId}`;
}

/** Returns the key of the application at a host, to which logins return. */
export function namePage(host: string): string {
  return `page ${host}`;
}

/** Returns the key of a call: its method and its URL. */
export function nameCall({ method, url }: Exchange): string {
  return `${method} ${url}`;
}

function hasCookies({ requestHeaders, responseHeaders }: Exchange): boolean {
  return (
    requestHeaders.some(({ name }) => name === "cookie") ||
    responseHeaders.some(({ name }) => name === "set-cookie")
  );
}

function readDocuments(shared: readonly AuthMessage[]) {
  const discoveries = new Map<string, Discovery>();
  const keySets = new Map<string, KeySet[]>();
  const keySetsByUrl = new Map<string, KeySet[]>();
  for (const message of shared) {
    const { responseBody, url } = message.exchange;
    if (responseBody.state !== "text") continue;
    if (message.kind !== "discovery" && message.kind !== "key-set") continue;
    const document = readObject(responseBody.text);
    if (document === undefined) continue;
    if (message.kind === "discovery") {
      if (!discoveries.has(url)) discoveries.set(url, { message, document });
      continue;
    }
    const keys = readMember(document, "keys");
    if (!Array.isArray(keys)) continue;
    const keySet = { message, keys: keys.filter(isJsonObject) };
    addTo(keySets, new URL(url).host, keySet);
    addTo(keySetsByUrl, url, keySet);
  }
  return { discoveries: [...discoveries.values()], keySets, keySetsByUrl };
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
