import { jsonObjectSchema, parseJson, type JsonObject } from "../encoding/json.ts";
import type { LoginExchange, LoginParameters } from "../tokens/checks/login-facts.ts";
import type { RunStep } from "./steps.ts";

/** The tokens of a response, even of a refused one: the user can inspect them. */
export interface ReceivedTokens {
  idToken?: string;
  accessToken?: string;
  refreshToken?: string;
  /** A code that the library did not redeem. */
  code?: string;
}

/** The authorization request and the responses of a run. */
export interface ReadExchange {
  tokens: ReceivedTokens;
  /** Missing for a run without an authorization request or without its response. */
  exchange?: Omit<LoginExchange, "issuer" | "otherIssuers">;
}

/**
 * Reads the authorization request, its response and the token response from the steps of a run.
 *
 * @param steps in chronological order
 * @param pasted the response that the user pasted, as a fragment or a query
 */
export function readExchange(steps: readonly RunStep[], pasted = ""): ReadExchange {
  const request = findLast(steps, readRequest);
  const front = findLast(steps, readResponse);
  const back = findLast(steps, readTokenResponse);
  const given = Object.fromEntries(new URLSearchParams(pasted));
  const response: LoginParameters = { ...given, ...front?.parameters, ...back?.parameters };
  const { access_token: accessToken, id_token: idToken, refresh_token: refreshToken } = response;
  const { code } = response;
  const tokens: ReceivedTokens = {
    ...(idToken === undefined ? {} : { idToken }),
    ...(accessToken === undefined ? {} : { accessToken }),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(code === undefined || back !== undefined ? {} : { code }),
  };
  if (request === undefined || front === undefined) return { tokens };
  return {
    tokens,
    exchange: {
      request: request.parameters,
      response,
      receivedAt: back?.receivedAt ?? front.receivedAt,
    },
  };
}

/** The parameters of an authorization response, from the redirect's URL and its form. */
export function readArrival({ url, body }: { url: string; body?: string | undefined }): string {
  if (body !== undefined && body !== "") return body;
  const { hash, search } = new URL(url);
  // An error is in the query if the tenant failed before it read the response mode.
  return hash.length > 1 ? hash.slice(1) : search.slice(1);
}

interface Part {
  parameters: LoginParameters;
  /** Unix time in ms. */
  receivedAt: number;
}

function findLast(
  steps: readonly RunStep[],
  read: (step: RunStep) => LoginParameters | undefined,
): Part | undefined {
  for (const step of steps.toReversed()) {
    const parameters = read(step);
    if (parameters !== undefined) return { parameters, receivedAt: step.at + (step.ms ?? 0) };
  }
  return undefined;
}

function readRequest(step: RunStep): LoginParameters | undefined {
  if (step.kind !== "departure" && step.kind !== "frame" && step.kind !== "popup") return undefined;
  const url = URL.parse(step.url);
  if (!url?.pathname.endsWith("/authorize")) return undefined;
  return Object.fromEntries(url.searchParams);
}

function readResponse(step: RunStep): LoginParameters | undefined {
  if (step.kind === "arrival") return Object.fromEntries(new URLSearchParams(readArrival(step)));
  if (step.kind !== "message") return undefined;
  const message = readObject(step.data);
  return message?.["type"] === "authorization_response"
    ? toTexts(jsonObjectSchema.safeParse(message["response"]).data)
    : undefined;
}

function readTokenResponse(step: RunStep): LoginParameters | undefined {
  if (step.kind !== "request" || !step.url.endsWith("/oauth/token")) return undefined;
  const body = readObject(step.answer ?? "");
  return body?.["access_token"] === undefined ? undefined : toTexts(body);
}

function readObject(text: string): JsonObject | undefined {
  return jsonObjectSchema.safeParse(parseJson(text)).data;
}

/** Returns the members that are texts or numbers, as texts. */
function toTexts(object: JsonObject | undefined): LoginParameters | undefined {
  if (object === undefined) return undefined;
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === "string" || typeof value === "number") texts[name] = `${value}`;
  }
  return texts;
}
