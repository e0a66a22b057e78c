import { decodeBase64Url } from "../encoding/base64url.ts";
import { readMember, readText } from "../encoding/json.ts";
import { decodeToken, type DecodeResult } from "../tokens/decode-token.ts";
import { nameClient, type CaptureContext } from "./capture-context.ts";
import { endOf, readHeader } from "./exchange.ts";
import { findProvider } from "./find-provider.ts";
import type { Flow } from "./flow.ts";
import type { AuthMessage } from "./message.ts";
import { judgeIdToken } from "./judge-id-token.ts";
import { listMembers, readObject, readParameter, type Parameters } from "./parameters.ts";
import type { ClockReading, FlowToken, PreparedFlow, SentAndReceived } from "./prepared-flow.ts";

/** Decodes and judges the tokens of a flow, and pairs what was sent with what came back. */
export async function prepareFlow(flow: Flow, context: CaptureContext): Promise<PreparedFlow> {
  const tokens = listTokens(flow);
  const requestParameters = listAsked(flow);
  const clock = readClock(flow);
  const { previous, next } = findNeighbours(flow, context);
  const first = tokens.find(({ name }) => name === "id_token");
  const known = {
    flow,
    tokens,
    ...findProvider(flow, context),
    requestParameters,
    nonce: pair(
      readParameter(requestParameters, "nonce"),
      readText(readMember(first?.decoded?.payload ?? {}, "nonce")),
    ),
  };
  const idToken = await judgeIdToken(known);
  return {
    ...known,
    context,
    isPending: isPending(flow, context),
    isOwnRun: context.ownStates?.has(readParameter(requestParameters, "state") ?? "") === true,
    ...(idToken === undefined ? {} : { idToken }),
    state: pair(
      readParameter(requestParameters, "state"),
      readParameter(readResponse(flow), "state"),
    ),
    ...(clock === undefined ? {} : { clock }),
    previous,
    ...(next === undefined ? {} : { next }),
    preflights: mapPreflights(flow),
    challenges: pickChallenges(flow, context),
  };
}

/** A page redeems a code at once; a person needs longer for a form. */
const grace: Partial<Record<Flow["phase"], number>> = {
  authorization: 5_000,
  provider: 60_000,
  response: 5_000,
  token: 5_000,
};

function isPending({ phase, endedAt }: Flow, { now }: CaptureContext): boolean {
  return now !== undefined && now - endedAt < (grace[phase] ?? 0);
}

function pair(sent: string | undefined, received: string | undefined): SentAndReceived {
  return {
    ...(sent === undefined ? {} : { sent }),
    ...(received === undefined ? {} : { received }),
  };
}

function readResponse({ response, authorization }: Flow): Parameters {
  return response?.parameters ?? authorization?.response ?? [];
}

const tokenNames = ["id_token", "access_token", "refresh_token"] as const;

/** The same token can show in the redirect, in the callback's address and in a form: list it once. */
function listTokens({ messages, response }: Flow): FlowToken[] {
  const seen = new Set<string>();
  const delivering = response?.message;
  const ordered = delivering === undefined ? messages : [delivering, ...messages];
  return ordered
    .flatMap((message) =>
      tokenNames.flatMap((name) => {
        const text = readParameter(message.response, name);
        if (text === undefined || text === "" || seen.has(`${name} ${text}`)) return [];
        seen.add(`${name} ${text}`);
        return [createToken(name, text, message)];
      }),
    )
    .toSorted((one, other) => one.deliveredAt - other.deliveredAt);
}

function createToken(name: FlowToken["name"], text: string, message: AuthMessage): FlowToken {
  const decoded = name === "refresh_token" ? undefined : decodeToken(text);
  const serverTime = readServerTime(message);
  return {
    name,
    text,
    message,
    deliveredAt: endOf(message.exchange),
    ...(serverTime === undefined ? {} : { serverTime }),
    ...readJwt(text, decoded),
  };
}

function readJwt(text: string, decoded: DecodeResult | undefined): Partial<FlowToken> {
  if (decoded?.ok === true) return { decoded: decoded.token, header: decoded.token.header };
  const bytes = decoded === undefined ? undefined : decodeBase64Url(text.split(".", 1)[0] ?? "");
  const header = bytes === undefined ? undefined : readObject(new TextDecoder().decode(bytes));
  return header === undefined ? {} : { header };
}

/** A cached response has the time of the response that filled the cache. */
function readServerTime({ exchange }: AuthMessage): number | undefined {
  if (exchange.isFromCache === true) return undefined;
  const time = Date.parse(readHeader(exchange.responseHeaders, "date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function readClock({ messages, host }: Flow): ClockReading | undefined {
  for (const message of messages) {
    if (URL.parse(message.exchange.url)?.host !== host) continue;
    const serverTime = readServerTime(message);
    if (serverTime !== undefined) {
      return { serverTime, browserTime: endOf(message.exchange), message };
    }
  }
  return undefined;
}

function listAsked({ authorization, messages }: Flow): Parameters {
  const requestParameters = authorization?.request ?? [];
  const pushed = readParameter(requestParameters, "request_uri");
  const push = pushed === undefined ? undefined : messages.find((each) => isPush(each, pushed));
  const request = [...requestParameters, ...(push?.request ?? [])];
  const object = decodeToken(readParameter(request, "request") ?? "");
  return object.ok ? [...request, ...listMembers(object.token.payload)] : request;
}

function isPush({ kind, response }: AuthMessage, uri: string): boolean {
  return kind === "pushed-request" && readParameter(response, "request_uri") === uri;
}

const maxPrevious = 50;

function findNeighbours(flow: Flow, { flowsByClient }: CaptureContext) {
  const flows = flowsByClient.get(nameClient(flow)) ?? [];
  const index = findStart(flows, flow);
  return {
    previous: flows.slice(Math.max(0, index - maxPrevious), index).toReversed(),
    next: flows[index + 1],
  };
}

/** A search by halves: the flows are in order of `startedAt`, and there can be thousands. */
function findStart(flows: readonly Flow[], flow: Flow): number {
  let [low, high] = [0, flows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((flows[middle]?.startedAt ?? 0) < flow.startedAt) low = middle + 1;
    else high = middle;
  }
  const index = flows.indexOf(flow, low);
  return index === -1 ? low : index;
}

function mapPreflights({ messages }: Flow): Map<AuthMessage, AuthMessage> {
  const preflights = new Map<AuthMessage, AuthMessage>();
  const asking = messages.filter(({ kind }) => kind === "preflight");
  if (asking.length === 0) return preflights;
  const byId = new Map(messages.map((message) => [message.exchange.id, message]));
  for (const preflight of asking) {
    const target = byId.get(preflight.fromId ?? Number.NaN);
    if (target !== undefined) preflights.set(target, preflight);
  }
  return preflights;
}

function pickChallenges({ tokenRequests }: Flow, context: CaptureContext): Map<string, string> {
  const challenges = new Map<string, string>();
  for (const { request } of tokenRequests) {
    const verifier = readParameter(request, "code_verifier");
    if (verifier === undefined) continue;
    const challenge = context.challenges.get(verifier);
    if (challenge !== undefined) challenges.set(verifier, challenge);
  }
  return challenges;
}
