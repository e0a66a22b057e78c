import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";

/** A flow that is being joined. */
export interface FlowDraft {
  messages: AuthMessage[];
  /** The first authorization request; that of another provider can follow within the login. */
  authorization?: AuthMessage;
  /** The flow that issued the token that this one uses. */
  previous?: FlowDraft;
}

/** Returns a parameter of the request that is not empty. */
export function readRequestParameter(
  { request }: Pick<AuthMessage, "request">,
  name: string,
): string | undefined {
  return readParameter(request, name) || undefined;
}

/** Returns a parameter of the response that is not empty. */
export function readResponseParameter(
  { response }: Pick<AuthMessage, "response">,
  name: string,
): string | undefined {
  return readParameter(response, name) || undefined;
}

/** Returns the URL without query and fragment, as redirect URIs are compared with requests. */
export function normalizeTarget(url: string | undefined): string | undefined {
  const target = url === undefined ? null : URL.parse(url);
  if (target === null) return undefined;
  return `${target.origin}${target.pathname.replace(/(?<=.)\/$/u, "")}`;
}
