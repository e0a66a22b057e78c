import { readNumericDate } from "../../../tokens/numeric-date.ts";
import { describeDuration } from "../../../tokens/relative-time.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { wasTokenUsed } from "../was-token-used.ts";
import { notApplicable, notSeen, passed, type Evidence, type Rule } from "../rule.ts";

const timeFindings = ["expired", "not-yet-valid", "issued-in-the-future", "lifetime-missing"];
/** The library's default leeway in ms. */
const leeway = 60_000;
/** `Date` has full seconds, and a response takes some time. */
const tolerance = 10_000;

/** Judged at the delivery: a token that has expired since is no fault of the login. */
export const idtTime: Rule = {
  id: "idt-time",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The times of the ID token do not fit this device's clock",
  requirement: "OpenID Connect Core, section 3.1.3.7, items 9 and 10",
  judge(prepared) {
    const { idToken, tokens } = prepared;
    if (!tokens.some(({ name }) => name === "id_token")) return notApplicable;
    if (idToken === undefined) return notSeen("the claims of the ID token");
    const found = idToken.findings.find(
      ({ id, severity }) => timeFindings.includes(id) && severity === "error",
    );
    if (found === undefined) return passed;
    const { title = found.title, seen, why, remedy } = tellClock(prepared, found.id);
    return {
      outcome: "failed",
      // The library accepted the token: its leeway is larger, or the times of a file are wrong.
      ...(wasTokenUsed(prepared, idToken.token.message.exchange)
        ? { severity: "warning" as const }
        : {}),
      title,
      seen: [
        { message: idToken.token.message, part: "claims", name: "ID token", value: found.seen },
        ...seen,
      ],
      why: `${found.why} ${why}`,
      remedy,
    };
  },
};

interface ClockVerdict {
  /** Missing if the clocks do not tell the cause. */
  title?: string;
  seen: Evidence[];
  why: string;
  remedy: string;
}

/** Compares iat, the `Date` header and the browser's clock, to tell whose clock is wrong. */
function tellClock({ idToken, clock }: PreparedFlow, findingId: string): ClockVerdict {
  const reading = readNumericDate(idToken?.decoded.payload["iat"]);
  const issuedAt = reading.kind === "moment" ? reading.epochMs : undefined;
  const delivered = idToken?.token.deliveredAt;
  const serverTime = idToken?.token.serverTime ?? clock?.serverTime;
  const browserTime = idToken?.token.serverTime === undefined ? clock?.browserTime : delivered;
  if (serverTime === undefined || browserTime === undefined) {
    return {
      seen: [],
      why: "No response tells the provider's clock, so it cannot be said whose clock is wrong.",
      remedy: "Compare this device's clock with a time server, then log in again.",
    };
  }
  const difference = browserTime - serverTime;
  const seen: Evidence[] = [
    { part: "headers", name: "Date of the provider", value: new Date(serverTime).toISOString() },
    { part: "clock", name: "this device's clock", value: new Date(browserTime).toISOString() },
  ];
  if (Math.abs(difference) > leeway - tolerance) {
    const direction = difference > 0 ? "fast" : "slow";
    const needed = Math.ceil(Math.abs(difference) / 1000) + 1;
    return {
      // A slow clock is no reason for an expired token, and a fast one none for one of the future.
      ...(difference > 0 === (findingId === "expired")
        ? { title: `This device's clock is ${direction}` }
        : {}),
      seen,
      why: `The Date header of the same response and this device's clock differ by ${describeDuration(Math.abs(difference))}: this device's clock is ${direction}.`,
      remedy: `Set this device's clock. A leeway of ${needed} seconds would accept the token, but a leeway of more than a minute or two weakens the check.`,
    };
  }
  if (issuedAt !== undefined && Math.abs(issuedAt - serverTime) > tolerance) {
    const needed = Math.ceil(Math.abs(issuedAt - browserTime) / 1000) + 1;
    const isFast = issuedAt > serverTime;
    const reason = isFast
      ? "the clock of the server that issues the tokens is fast"
      : "the clock of the server that issues the tokens is slow, or the token was issued long before its delivery";
    return {
      ...(isFast ? { title: "The clock of the token's issuer is fast" } : {}),
      seen,
      why: `The provider's Date header agrees with this device's clock, and iat does not: ${reason}.`,
      remedy: `Correct the clock of the server that issues the tokens. Meanwhile, a leeway of ${needed} seconds would accept the token, but a leeway of more than a minute or two weakens the check.`,
    };
  }
  return {
    seen,
    why: "The clocks agree, so the lifetime of the token itself is the cause.",
    remedy: "Raise the lifetime of ID tokens of the application, or correct its exp.",
  };
}
