import type { AuthResult } from "./accept-response.ts";
import { AuthError, fail } from "./auth-error.ts";
import { readAuthorizeOptions, type AuthorizeOptions } from "./authorize-url.ts";
import { awaitResponse } from "./await-response.ts";
import type { Context } from "./context.ts";
import { describeLimit, limitTime } from "./limit-time.ts";
import { readMilliseconds } from "./options.ts";
import { toRecord } from "./records.ts";
import { requirePort } from "./runtime-ports.ts";

/** Options of `checkSession`: any parameter of an authorization request, and how long to wait. */
export interface CheckSessionOptions extends AuthorizeOptions {
  /** Milliseconds that the whole call may take, keys and the exchange of a code included, fewer than 2 ** 31. Default: 60000. */
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
  const milliseconds = readMilliseconds(toRecord(options), "timeout", 60_000);
  if (request["response_type"] === "code" && !request["code_challenge_method"]) {
    fail("error", "checkSession redeems no code without pkce.", "response_type", {
      remedy: "Give pkce, or another responseType.",
    });
  }
  const heard: HeardAnswers = { own: 0, others: 0 };
  const limit = {
    clock,
    milliseconds,
    fail: () => createTimeout(origin, describeLimit(milliseconds), heard),
  };
  return limitTime(limit, (signal) =>
    awaitResponse(
      { ...context, signal },
      {
        request: { ...request, response_mode: "web_message", prompt: "none" },
        origin,
        open: (url) => requirePort(context, "frames").open(url),
        watch(reject) {
          // Only the time limit ends the wait, and its reason is the AuthError that tells of it.
          const end = (): void => reject(signal.reason);
          signal.addEventListener("abort", end);
          return () => signal.removeEventListener("abort", end);
        },
        // Another login's answer can arrive in this frame; only the time limit ends the wait for our own.
        hear(isOwn) {
          heard[isOwn ? "own" : "others"] += 1;
          return isOwn;
        },
      },
    ),
  );
}

/** How many answers of the tenant came to the frame of one call. */
type HeardAnswers = Record<"own" | "others", number>;

function createTimeout(origin: string, limit: string, { own, others }: HeardAnswers): AuthError {
  const passedOver =
    others > 0 ? ` Passed over: ${others} answer${others > 1 ? "s" : ""} with another state.` : "";
  return own > 0
    ? new AuthError(
        "timeout",
        `${origin} answered, but its tokens or its keys did not come within ${limit}.`,
        "time_limit",
        { remedy: "Check the network, or give a longer timeout." },
      )
    : new AuthError(
        "timeout",
        `${origin} did not answer this request within ${limit}.${passedOver}`,
        "time_limit",
        { remedy: "Check the network, the allowed web origins and the redirectUri." },
      );
}
