import { readMember, readText } from "../../encoding/json.ts";
import type { Exchange } from "../exchange.ts";
import type { MessageKind } from "../message.ts";
import { stepSize, type Steps } from "../steps.ts";
import { readAnswer } from "./request-facts.ts";

/** The kind of each endpoint that a discovery document of the capture names. */
export type AnnouncedEndpoints = ReadonlyMap<string, MessageKind>;

/** The members of RFC 8414, section 2, and of the specifications that add endpoints to it. */
const members: readonly (readonly [member: string, kind: MessageKind])[] = [
  ["authorization_endpoint", "authorization"],
  ["token_endpoint", "token"],
  ["userinfo_endpoint", "user-info"],
  ["jwks_uri", "key-set"],
  ["end_session_endpoint", "logout"],
  ["revocation_endpoint", "revocation"],
  ["introspection_endpoint", "introspection"],
  ["device_authorization_endpoint", "device-authorization"],
  ["pushed_authorization_request_endpoint", "pushed-request"],
];

const wellKnown = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?:\/|$)/u;

/** Returns true for the URL or the content of a discovery document. */
export function isDiscovery(exchange: Exchange, path: string): boolean {
  if (exchange.method !== "GET") return false;
  return wellKnown.test(path) || readIssuer(exchange) !== undefined;
}

function readIssuer(exchange: Exchange): string | undefined {
  const document = readAnswer(exchange, "authorization_endpoint");
  return document === undefined ? undefined : readText(readMember(document, "issuer"));
}

/** Lists the endpoints of all discovery documents of a capture, by origin and path. */
export function* listAnnounced(exchanges: readonly Exchange[]): Steps<AnnouncedEndpoints> {
  const announced = new Map<string, MessageKind>();
  for (const [index, exchange] of exchanges.entries()) {
    if (index % stepSize === 0) yield;
    if (exchange.method !== "GET") continue;
    const document = readAnswer(exchange, "authorization_endpoint");
    if (document === undefined) continue;
    for (const [member, kind] of members) {
      const endpoint = URL.parse(readText(readMember(document, member)) ?? "");
      if (endpoint === null) continue;
      const path = endpoint.pathname.replace(/(?<=.)\/$/u, "");
      announced.set(`${endpoint.origin}${path}`, kind);
    }
  }
  return announced;
}
