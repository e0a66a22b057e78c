import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import type { Evidence } from "./rule.ts";

/** Returns a parameter of the authorization request that is not empty, wherever it was sent. */
export function readAsked({ asked }: PreparedFlow, name: string): string | undefined {
  return readParameter(asked, name) || undefined;
}

/** Returns the words of a parameter that spaces separate, such as `scope`. */
export function listWords(flow: PreparedFlow, name: string): string[] {
  return readAsked(flow, name)?.split(/\s+/u).filter(Boolean) ?? [];
}

/** Returns a parameter of the authorization response that is not empty. */
export function readGiven({ flow }: PreparedFlow, name: string): string | undefined {
  const parameters = flow.response?.parameters ?? flow.authorization?.response ?? [];
  return readParameter(parameters, name) || undefined;
}

/** Returns a value of the authorization request as evidence; "absent" if it has none. */
export function seeAsked(prepared: PreparedFlow, name: string): Evidence {
  const { authorization } = prepared.flow;
  const part = authorization === undefined ? "query" : partOfRequest(authorization);
  return see(authorization, part, name, readAsked(prepared, name));
}

/** Returns a value of the authorization response as evidence; "absent" if it has none. */
export function seeGiven(prepared: PreparedFlow, name: string): Evidence {
  const { response, authorization } = prepared.flow;
  const message = response?.message ?? authorization;
  return see(message, partOfResponse(response?.mode ?? "query"), name, readGiven(prepared, name));
}

/** Returns a parameter of one request as evidence; "absent" if the request has none. */
export function sent(message: AuthMessage, name: string): Evidence {
  return see(message, partOfRequest(message), name, readParameter(message.request, name));
}

/** Returns a parameter of one response as evidence; "absent" if the response has none. */
export function received(message: AuthMessage, name: string): Evidence {
  const part = message.responseMode === "fragment" ? "fragment" : "body";
  return see(message, part, name, readParameter(message.response, name));
}

/** Returns the status of a response as evidence, or why there is none. */
export function statusOf(message: AuthMessage): Evidence {
  const { status, error } = message.exchange;
  const value = status === 0 ? (error ?? "no response") : String(status);
  return { message, part: "status", name: "status", value };
}

/** Returns the code of an error, and quotes its description. */
export function errorOf(message: AuthMessage): Evidence[] {
  const { error, description } = message;
  return [
    statusOf(message),
    ...(error === undefined
      ? []
      : [{ message, part: "body" as const, name: "error", value: error }]),
    ...(description === undefined
      ? []
      : [{ message, part: "body" as const, name: "error_description", value: description }]),
  ];
}

const secretNames =
  /^(?:code|state|nonce|code_verifier|code_challenge|access_token|id_token|refresh_token|client_secret|password|otp|login_ticket|mfa_token|subject_token)$/u;

function see(
  message: AuthMessage | undefined,
  part: Evidence["part"],
  name: string,
  value: string | undefined,
): Evidence {
  return {
    ...(message === undefined ? {} : { message }),
    part,
    name,
    value: value ?? "absent",
    ...(value !== undefined && secretNames.test(name) ? { isSecret: true } : {}),
  };
}

function partOfRequest({ exchange }: AuthMessage): Evidence["part"] {
  return exchange.method === "GET" ? "query" : "form";
}

function partOfResponse(mode: NonNullable<AuthMessage["responseMode"]>): Evidence["part"] {
  if (mode === "fragment") return "fragment";
  if (mode === "form_post") return "form";
  return mode === "web_message" ? "body" : "query";
}
