import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { PreparedFlow } from "../prepare-flow.ts";
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

/** Returns a value of the authorization request with its place. */
export function seeAsked(flow: PreparedFlow, name: string, isSecret = false): Evidence {
  const message = flow.flow.authorization;
  return {
    ...(message === undefined ? {} : { message }),
    part: message?.exchange.method === "POST" ? "form" : "query",
    name,
    value: readAsked(flow, name) ?? "missing",
    ...(isSecret ? { isSecret: true } : {}),
  };
}

/** Returns a value of the authorization response with its place. */
export function seeGiven(flow: PreparedFlow, name: string, isSecret = false): Evidence {
  const { response, authorization } = flow.flow;
  const message = response?.message ?? authorization;
  return {
    ...(message === undefined ? {} : { message }),
    part: partOf(response?.mode),
    name,
    value: readGiven(flow, name) ?? "missing",
    ...(isSecret ? { isSecret: true } : {}),
  };
}

function partOf(mode: AuthMessage["responseMode"]): Evidence["part"] {
  if (mode === "fragment") return "fragment";
  if (mode === "form_post") return "form";
  return mode === "web_message" ? "body" : "query";
}

/** Returns true for a host of this machine, where http is safe (Secure Contexts, section 3.1). */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/u.test(host);
}

/**
 * Returns true if the authorization endpoint refused the request with a page of its own: it does
 * not redirect to a URL that it does not trust (RFC 6749, section 4.1.2.1).
 */
export function isRefusedWithPage({ flow }: PreparedFlow): boolean {
  const { authorization, response } = flow;
  if (authorization === undefined || response !== undefined) return false;
  const { status } = authorization.exchange;
  return status >= 400 && status < 500 && status !== 429 && status !== 403;
}
