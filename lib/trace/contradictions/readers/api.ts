import { isJsonObject, readMember, readText } from "../../../encoding/json.ts";
import { decodeToken, type DecodedToken } from "../../../tokens/decode-token.ts";
import { readMoment } from "../../../tokens/numeric-date.ts";
import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { Reader, Subject } from "../contradiction.ts";
import { see, seeReceived, seeTime } from "./see.ts";

/** A call with a bearer token at which the flow stopped. */
interface RefusedCall {
  message: AuthMessage;
  token: string;
  scheme: string;
  /** Missing for an opaque token. */
  decoded?: DecodedToken;
}

function findCall({ stop }: Subject): RefusedCall | undefined {
  if (stop === undefined) return undefined;
  const header = readHeader(stop.at.exchange.requestHeaders, "authorization") ?? "";
  const [, scheme, token] = /^(Bearer|DPoP) +(\S+)$/iu.exec(header) ?? [];
  if (scheme === undefined || token === undefined) return undefined;
  const decoding = decodeToken(token);
  const decoded = decoding.ok ? { decoded: decoding.token } : {};
  return { message: stop.at, token, scheme, ...decoded };
}

const seeClaim = (call: RefusedCall | undefined, claim: string, value: string | undefined) =>
  see(call?.message, "claims", claim, value);

/** Reads the time at which the token of the call expires, from its claim or its response. */
export const expiryOfCall: Reader = (subject) => {
  const call = findCall(subject);
  const exp = readMoment(readMember(call?.decoded?.payload ?? {}, "exp"));
  if (exp !== undefined) return seeTime(call?.message, "claims", "exp", exp);
  const issued = subject.prepared.tokens.find(({ text }) => text === call?.token);
  const seconds = Number(readParameter(issued?.message.response ?? [], "expires_in"));
  if (issued === undefined || !(seconds > 0)) return undefined;
  return seeTime(issued.message, "body", "expires_in", issued.deliveredAt + seconds * 1000);
};

/** Reads the time of the call, by the browser's clock. */
export const timeOfCall: Reader = (subject) => {
  const call = findCall(subject);
  return seeTime(call?.message, "clock", "time of the call", call?.message.exchange.startedAt);
};

/** Reads the ID token that was sent as an access token. */
export const idTokenOfCall: Reader = (subject) => {
  const call = findCall(subject);
  const sent = subject.prepared.tokens.find(
    ({ name, text }) => name === "id_token" && text === call?.token,
  );
  const seen = see(call?.message, "headers", "authorization", sent?.text);
  return seen === undefined ? undefined : { ...seen, isSecret: true };
};

/** Reads the access token of the same flow. */
export const issuedAccessToken: Reader = ({ prepared }) => {
  const token = prepared.tokens.find(({ name }) => name === "access_token");
  return see(token?.message, "body", "access_token", token?.text);
};

/**
 * Reads the audiences of the call's token if all of them are the provider's own. An API that answers
 * 403 has accepted the token (RFC 6750, section 3.1).
 */
export const providerAudience: Reader = (subject) => {
  const call = findCall(subject);
  if (call?.message.exchange.status !== 401) return undefined;
  const audiences = listAudiences(call);
  const { host } = subject.prepared.flow;
  const areOwn = audiences.length > 0 && audiences.every((aud) => URL.parse(aud)?.host === host);
  return areOwn ? seeClaim(call, "aud", audiences.join(" ")) : undefined;
};

/** Reads the origin of an API that is not the provider. */
export const originOfOtherApi: Reader = (subject) => {
  const call = findCall(subject);
  const url = URL.parse(call?.message.exchange.url ?? "");
  if (url === null || url.host === subject.prepared.flow.host) return undefined;
  return see(call?.message, "headers", "host", url.origin);
};

function listAudiences(call: RefusedCall | undefined): string[] {
  const aud = readMember(call?.decoded?.payload ?? {}, "aud");
  return [aud].flat().filter((each): each is string => typeof each === "string");
}

/** Reads the scope that the API asks for in its challenge (RFC 6750, section 3). */
export const challengedScope: Reader = ({ stop }) => {
  const challenge = readHeader(stop?.at.exchange.responseHeaders ?? [], "www-authenticate") ?? "";
  return see(stop?.at, "headers", "www-authenticate", /\bscope="([^"]*)"/u.exec(challenge)?.[1]);
};

/** Reads the scope of the call's token: its claim, otherwise the scope of its response. */
export const scopeOfCall: Reader = (subject) => {
  const call = findCall(subject);
  const claim = readText(readMember(call?.decoded?.payload ?? {}, "scope"));
  if (claim !== undefined) return seeClaim(call, "scope", claim);
  const issued = subject.prepared.tokens.find(({ text }) => text === call?.token);
  return seeReceived(issued?.message, "scope");
};

/** Reads the key to which the token of a bearer call is bound (RFC 9449, section 6). */
export const boundKey: Reader = (subject) => {
  const call = findCall(subject);
  const bound = readMember(call?.decoded?.payload ?? {}, "cnf");
  return seeClaim(
    call,
    "cnf.jkt",
    readText(isJsonObject(bound) ? readMember(bound, "jkt") : undefined),
  );
};

/** Reads the scheme of a call with a bearer token. */
export const bearerScheme: Reader = (subject) => {
  const call = findCall(subject);
  return call?.scheme.toLowerCase() === "bearer"
    ? see(call.message, "headers", "authorization", "Bearer")
    : undefined;
};

/** Reads the subject of the provider's user info. */
export const subjectOfUserInfo: Reader = ({ prepared: { flow } }) =>
  seeReceived(
    flow.messages.find(
      ({ kind, exchange }) =>
        kind === "user-info" &&
        exchange.status === 200 &&
        URL.parse(exchange.url)?.host === flow.host,
    ),
    "sub",
  );
