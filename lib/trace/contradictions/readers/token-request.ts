import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { Reader, Subject } from "../contradiction.ts";
import { absent, see, seeSent, seeTime } from "./see.ts";

/** Returns the token request with this grant at which the flow stopped, otherwise the last one. */
function findTokenRequest(subject: Subject, grant: string): AuthMessage | undefined {
  const requests = subject.prepared.flow.tokenRequests.filter(
    ({ request }) => readParameter(request, "grant_type") === grant,
  );
  return requests.find((one) => one === subject.stop?.at) ?? requests.at(-1);
}

const redemptionOf = (subject: Subject) => findTokenRequest(subject, "authorization_code");
const refreshOf = (subject: Subject) => findTokenRequest(subject, "refresh_token");

/** Reads a parameter of the request that redeems the code. */
export const redeemed =
  (name: string): Reader =>
  (subject) =>
    seeSent(redemptionOf(subject), name);

/** Reads the value that the `code_challenge` of the request must have, from the sent verifier. */
export const challengeOfVerifier: Reader = (subject) => {
  const request = redemptionOf(subject);
  const verifier = readParameter(request?.request ?? [], "code_verifier");
  if (verifier === undefined) return undefined;
  const { requestParameters, challenges } = subject.prepared;
  const isPlain = readParameter(requestParameters, "code_challenge_method") !== "S256";
  const value = isPlain ? verifier : challenges.get(verifier);
  const seen = see(request, "form", "code_verifier", value);
  return seen === undefined ? undefined : { ...seen, isSecret: true };
};

/** Reads a parameter as "absent" if the token request of a code was seen without it. */
export const absentInRedemption =
  (name: string): Reader =>
  (subject) => {
    const request = redemptionOf(subject);
    if (request === undefined || readParameter(request.request, name) !== undefined) {
      return undefined;
    }
    return see(request, "form", name, absent);
  };

/** Reads the challenge as "absent" if the authorization request was seen without it. */
export const absentChallenge: Reader = ({ prepared: { requestParameters, flow } }) => {
  const { authorization } = flow;
  const isAbsent =
    authorization !== undefined &&
    readParameter(requestParameters, "code_challenge") === undefined &&
    readParameter(requestParameters, "request_uri") === undefined &&
    readParameter(requestParameters, "request") === undefined;
  return isAbsent ? see(authorization, "query", "code_challenge", absent) : undefined;
};

/** Reads the earlier request that redeemed the same code. */
export const earlierRedemption: Reader = (subject) => {
  const request = redemptionOf(subject);
  const code = readParameter(request?.request ?? [], "code");
  if (request === undefined || code === undefined) return undefined;
  const earlier = subject.prepared.flow.messages.find(
    (one) =>
      (one.kind === "token" || one.kind === "handover") &&
      one.exchange.startedAt < request.exchange.startedAt &&
      one.exchange.status > 0 &&
      readParameter(one.request, "code") === code,
  );
  return seeSent(earlier, "code");
};

/** Reads the time at which the code was sent, and the end of the ten minutes that it can live. */
export const codeSentAt: Reader = (subject) => {
  const request = redemptionOf(subject);
  return seeTime(request, "clock", "code sent at", request?.exchange.startedAt);
};
export const latestTimeOfCode: Reader = ({ prepared: { flow } }) => {
  const { response } = flow;
  if (response === undefined) return undefined;
  return seeTime(
    response.message,
    "clock",
    "ten minutes after the response",
    response.at + tenMinutes,
  );
};
const tenMinutes = 10 * 60_000;

/** Reads the refresh token of a renewal. */
export const sentRefreshToken: Reader = (subject) => seeSent(refreshOf(subject), "refresh_token");

/** Reads the earlier request that exchanged the same refresh token for another one. */
export const earlierRotation: Reader = (subject) => {
  const request = refreshOf(subject);
  const token = readParameter(request?.request ?? [], "refresh_token");
  if (request === undefined || token === undefined) return undefined;
  const flows = [subject.prepared.flow, ...subject.prepared.previous];
  const earlier = flows
    .flatMap(({ tokenRequests }) => tokenRequests)
    .find(
      (one) =>
        one !== request &&
        one.exchange.startedAt <= request.exchange.startedAt &&
        readParameter(one.request, "refresh_token") === token &&
        isOther(readParameter(one.response, "refresh_token"), token),
    );
  return seeSent(earlier, "refresh_token");
};

function isOther(issued: string | undefined, sent: string): boolean {
  return issued !== undefined && issued !== sent;
}

/** Reads the granted scope of the token response. */
export const grantedScope: Reader = ({ prepared }) => {
  const message = prepared.tokens.find(({ name }) => name === "access_token")?.message;
  return see(message, "body", "scope", readParameter(message?.response ?? [], "scope"));
};

/** Reads a client secret that a script of a page sent. */
export const secretOfPage: Reader = ({ prepared }) => {
  const secret = seeSent(findSecret(prepared.flow.messages), "client_secret");
  return secret === undefined || wasIssuedToPage(secret.value, prepared) ? undefined : secret;
};

/** Returns true if the page registered itself, and so got a secret of its own (RFC 7591, section 3). */
function wasIssuedToPage(secret: string, { context }: Subject["prepared"]): boolean {
  return context.exchanges.some(
    ({ method, responseBody }) =>
      method === "POST" && responseBody.state === "text" && responseBody.text.includes(secret),
  );
}

/** Reads the origin of the page whose script sent a client secret. */
export const originOfSecret: Reader = ({ prepared: { flow } }) => {
  const message = findSecret(flow.messages);
  return see(
    message,
    "headers",
    "origin",
    message?.exchange.requestHeaders.find(({ name }) => name === "origin")?.value,
  );
};

function findSecret(messages: readonly AuthMessage[]): AuthMessage | undefined {
  return messages.find(
    ({ request, exchange }) =>
      exchange.destination === "fetch" && readParameter(request, "client_secret") !== undefined,
  );
}
