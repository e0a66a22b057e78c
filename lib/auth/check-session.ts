import type { AuthResult } from "./accept-response.ts";
import { fail } from "./auth-error.ts";
import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { awaitResponse } from "./await-response.ts";
import type { Context } from "./context.ts";
import { limitTime } from "./limit-time.ts";
import { readDuration } from "./options.ts";
import { toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** Options of `checkSession`: the parameters of an authorization request, and a time limit. */
export interface CheckSessionOptions extends AuthorizeOptions {
  /**
   * Time limit of the whole call in milliseconds below 2 ** 31, including the requests for keys and
   * the exchange of a code. Default: 60000.
   */
  readonly timeout?: number | undefined;
}

/**
 * Requests new tokens in a hidden frame. See `checkSession` of `WebAuth`.
 *
 * @throws TypeError that names the wrong option; rejects with AuthError
 * @see OpenID Connect Core 1.0, section 3.1.2.1 (prompt)
 */
export function checkSession(context: Context, options: unknown): Promise<AuthResult> {
  const { origin, clock } = context;
  const request = readAuthorizeOptions(context, options);
  const milliseconds = readDuration(toRecord(options), "timeout", 60_000);
  if (request["response_type"] === "code" && !request["code_challenge_method"]) {
    fail("error", "checkSession cannot redeem a code without pkce.", "response_type", {
      remedy: "Give pkce, or another responseType.",
    });
  }
  let hasOwnResponse = false;
  let ignoredCount = 0;
  const describe = (limit: string): readonly [description: string, remedy: string] => {
    if (hasOwnResponse) {
      return [
        `${origin} responded, but its tokens or keys did not arrive within ${limit}.`,
        "Check the network, or give a longer timeout.",
      ];
    }
    const ignored = `${ignoredCount} response${ignoredCount > 1 ? "s" : ""} with another state`;
    return [
      `${origin} did not respond to this request within ${limit}.${ignoredCount ? ` Ignored: ${ignored}.` : ""}`,
      "Check the network, the allowed web origins and the redirectUri.",
    ];
  };
  return limitTime({ clock, milliseconds, describe }, (signal) =>
    awaitResponse(
      { ...context, signal },
      {
        request: { ...request, response_mode: "web_message", prompt: "none" },
        origin,
        open: (url) => requirePort(context, "frames").open(url),
        watch(reject) {
          // The reason of the signal is the AuthError of the time limit.
          const end = (): void => reject(signal.reason);
          signal.addEventListener("abort", end);
          return () => signal.removeEventListener("abort", end);
        },
        // The response of another login can arrive in this frame: wait for the response to this
        // request.
        accepts(isOwn) {
          if (isOwn) hasOwnResponse = true;
          else ignoredCount += 1;
          return isOwn;
        },
      },
    ),
  );
}
