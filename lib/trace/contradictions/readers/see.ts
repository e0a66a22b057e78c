import type { Evidence } from "../../evidence.ts";
import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";

/** Stands for a value that a message was seen without. */
export const absent = "absent";

const secretNames =
  /^(?:code|state|nonce|code_verifier|code_challenge|access_token|id_token|refresh_token|client_secret|password)$/u;

/** Returns a value as evidence; undefined for a missing or empty value. */
export function see(
  message: AuthMessage | undefined,
  part: Evidence["part"],
  name: string,
  value: string | undefined,
): Evidence | undefined {
  if (value === undefined || value === "") return undefined;
  return {
    ...(message === undefined ? {} : { message }),
    part,
    name,
    value,
    ...(secretNames.test(name) && value !== absent ? { isSecret: true } : {}),
  };
}

/** Returns a parameter of a request, from its query or its form. */
export function seeSent(message: AuthMessage | undefined, name: string): Evidence | undefined {
  if (message === undefined) return undefined;
  const part = message.exchange.method === "GET" ? "query" : "form";
  return see(message, part, name, readParameter(message.request, name));
}

/** Returns a member of a response. */
export function seeReceived(message: AuthMessage | undefined, name: string): Evidence | undefined {
  return see(message, "body", name, readParameter(message?.response ?? [], name));
}

/** Returns a header of the request. */
export function seeRequestHeader(
  message: AuthMessage | undefined,
  name: string,
): Evidence | undefined {
  return see(message, "headers", name, readHeader(message?.exchange.requestHeaders ?? [], name));
}

/** Returns a time in ISO 8601 as evidence; undefined for a time outside of a date's range. */
export function seeTime(
  message: AuthMessage | undefined,
  part: Evidence["part"],
  name: string,
  time: number | undefined,
): Evidence | undefined {
  const date = new Date(time ?? Number.NaN);
  return see(message, part, name, Number.isNaN(date.getTime()) ? undefined : date.toISOString());
}
