import type { CaptureContext } from "../../capture-context.ts";
import type { AuthMessage } from "../../message.ts";
import { readHeader } from "../../exchange.ts";
import { readParameter } from "../../parameters.ts";
import { errorOf, sent } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasCalledAgain } from "../api/was-called-again.ts";
import { isRefused } from "./read-token-requests.ts";
import { clientRefusals, secretRefused } from "./refusals/client-refusals.ts";
import { codedRefusals } from "./refusals/coded-refusals.ts";
import { exchangeRefused, factorRequired, tokenAsCode } from "./refusals/grant-refusals.ts";
import { isCodeGrant } from "./refusals/read-grant.ts";
import { refreshRefusals } from "./refusals/refresh-refusals.ts";
import type { RefusalRow } from "./refusals/refusal-row.ts";
import { unreadRequests } from "./refusals/unread-requests.ts";

/** Refusals of the token endpoint, the most specific first. The first row that fits counts. */
const rows: readonly RefusalRow[] = [
  tokenAsCode,
  ...unreadRequests,
  secretRefused,
  factorRequired,
  ...refreshRefusals,
  exchangeRefused,
  ...clientRefusals,
  ...codedRefusals,
];

/** One rule for each row. */
export const tokenErrors: readonly Rule[] = rows.map((row) => ({
  id: row.id,
  group: "token-endpoint",
  rank: "cause",
  severity: "error",
  title: row.title,
  requirement: row.requirement ?? "RFC 6749, section 5.2",
  ...(row.yieldsTo === undefined ? {} : { yieldsTo: row.yieldsTo }),
  judge(prepared) {
    const requests = prepared.flow.tokenRequests;
    if (requests.length === 0) return notApplicable;
    const refused = requests.filter(
      (message) =>
        isRefused(message) &&
        !isPending(message) &&
        !wasCorrected(message, prepared.context) &&
        !wasRedeemed(message, requests),
    );
    if (refused.length === 0) return passed;
    for (const message of refused) {
      const found = rows.find(({ applies }) => applies(message, prepared));
      if (found !== row) continue;
      return {
        outcome: "failed",
        ...(row.isHarmless?.(message, prepared) === true ? { severity: "warning" as const } : {}),
        seen: [
          ...errorOf(message),
          ...row.shown.map((name) => sent(message, name)),
          ...listLimits(message),
        ],
        why: row.why,
        remedy: row.remedy,
        ...(row.causes === undefined ? {} : { causes: row.causes }),
        ...(isCodeGrant(message) ? row.forCode : {}),
      };
    }
    return notApplicable;
  },
}));

/**
 * A device waits for its user by asking again (RFC 8628, section 3.5), and a server that wants its
 * nonce in the proof says so first (RFC 9449, section 8): these are no refusals.
 */
function isPending({ error }: AuthMessage): boolean {
  return error === "authorization_pending" || error === "slow_down" || error === "use_dpop_nonce";
}

/**
 * Returns true if the user tried again, and the endpoint then issued tokens: a mistyped password or
 * one-time code, the step to a second factor, or a device's new code. A code of a redirect and a
 * refresh token cannot be corrected by their users, but sent again after a limit.
 */
function wasCorrected({ request, exchange }: AuthMessage, context: CaptureContext): boolean {
  const grant = readParameter(request, "grant_type");
  // A limit or a failed server is no refusal of the request, which can be sent again.
  const isPassing = exchange.status === 429 || exchange.status >= 500;
  if (isPassing) return wasCalledAgain(exchange, context);
  if (grant === undefined || grant === "authorization_code" || grant === "refresh_token")
    return false;
  return wasCalledAgain(exchange, context);
}

/** Returns true if the same code was redeemed later, such as with another way to authenticate. */
function wasRedeemed({ request, exchange }: AuthMessage, all: readonly AuthMessage[]): boolean {
  const code = readParameter(request, "code");
  return (
    code !== undefined &&
    all.some(
      (other) =>
        other.exchange.startedAt > exchange.startedAt &&
        readParameter(other.request, "code") === code &&
        readParameter(other.response, "access_token") !== undefined,
    )
  );
}

/** The headers that tell when the limit ends. */
function listLimits(message: AuthMessage) {
  return ["retry-after", "x-ratelimit-reset", "x-ratelimit-remaining"].flatMap((name) => {
    const value = readHeader(message.exchange.responseHeaders, name);
    return value === undefined ? [] : [{ message, part: "headers" as const, name, value }];
  });
}
