import type { AuthResult } from "./accept-response.ts";
import { AuthError, fail } from "./auth-error.ts";
import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { awaitResponse } from "./await-response.ts";
import type { Context } from "./context.ts";
import { refuse } from "./options.ts";
import { toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** Options of `checkSession`: any parameter of an authorization request, and how long to wait. */
export interface CheckSessionOptions extends AuthorizeOptions {
  /** Milliseconds to wait for an answer, fewer than 2 ** 31. Default: 60000. */
  readonly timeout?: number | undefined;
}

/**
 * Asks for new tokens in a hidden frame. See `checkSession` of `WebAuth`.
 *
 * @throws TypeError that names the option which is wrong; rejects with AuthError
 * @see OpenID Connect Core 1.0, section 3.1.2.1 (prompt)
 */
export function checkSession(context: Context, options: unknown): Promise<AuthResult> {
  const { origin, clock } = context;
  const request = readAuthorizeOptions(context, options);
  const timeout = toRecord(options)["timeout"] ?? 60_000;
  if (typeof timeout !== "number" || !(timeout > 0 && timeout < 2 ** 31)) {
    refuse("timeout", "milliseconds");
  }
  if (request["response_type"] === "code" && !request["code_challenge_method"]) {
    fail("error", "The responseType code needs pkce.", "response_type");
  }
  return awaitResponse(context, {
    request: { ...request, response_mode: "web_message", prompt: "none" },
    origin,
    open: (url) => requirePort(context, "frames").open(url),
    watch: (reject) =>
      clock.after(timeout, () =>
        reject(
          new AuthError(
            "timeout",
            `${origin} did not answer. Check the allowed origins and the network.`,
          ),
        ),
      ),
  });
}
