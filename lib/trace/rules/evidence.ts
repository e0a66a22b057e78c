import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { Evidence } from "./rule.ts";

/** Returns a parameter of a request as evidence; "absent" if the request has none. */
export function sent(message: AuthMessage, name: string): Evidence {
  const value = readParameter(message.request, name);
  return { message, part: partOf(message), name, value: value ?? "absent", ...mask(name, value) };
}

/** Returns a parameter of a response as evidence; "absent" if the response has none. */
export function received(message: AuthMessage, name: string): Evidence {
  const value = readParameter(message.response, name);
  const part = message.responseMode === "fragment" ? "fragment" : "body";
  return { message, part, name, value: value ?? "absent", ...mask(name, value) };
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

function mask(name: string, value: string | undefined): { isSecret?: boolean } {
  return value !== undefined && secretNames.test(name) ? { isSecret: true } : {};
}

function partOf({ exchange }: AuthMessage): Evidence["part"] {
  return exchange.method === "GET" ? "query" : "form";
}
