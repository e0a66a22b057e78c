import type { DecodedToken } from "./decode-token.ts";
import type { FindingId } from "./finding-table.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";
import type { JsonObject } from "../encoding/json.ts";
import { kindOf, otherJwt } from "./kinds/kind-table.ts";
import { readNumericDate } from "./numeric-date.ts";
import { describeDuration, describeMoment } from "./relative-time.ts";

/** The library's default leeway, in seconds. */
export const defaultLeeway = 60;

interface TimeRule {
  claim: "exp" | "nbf" | "iat";
  id: FindingId;
  title: string;
  why: string;
  remedy: string;
  source: string;
  /** Returns the time by which the rule is violated, in ms; negative if the rule is met. */
  excess: (epochMs: number, now: number) => number;
  /** True if the exact time of the claim violates the rule, as for `exp`. */
  isLimitExcluded?: true;
}

const rules: readonly TimeRule[] = [
  {
    claim: "exp",
    id: "expired",
    title: "The token has expired",
    why: "A token must be rejected at exp or later.",
    remedy: "Get a new token: renew the session or log in again.",
    source: "RFC 7519, section 4.1.4",
    excess: (epochMs, now) => now - epochMs,
    isLimitExcluded: true,
  },
  {
    claim: "nbf",
    id: "not-yet-valid",
    title: "The token is not valid yet",
    why: "A token must be rejected before nbf.",
    remedy: "Wait until then, or correct this device's clock if it is slow.",
    source: "RFC 7519, section 4.1.5",
    excess: (epochMs, now) => epochMs - now,
  },
  {
    claim: "iat",
    id: "issued-in-the-future",
    title: "The token was issued in the future",
    why: "The clocks of this device and the tenant differ, or the token is forged.",
    remedy:
      "Correct this device's clock. For a small difference, raise the library's leeway, which is in seconds.",
    source: "OpenID Connect Core 1.0, section 3.1.3.7",
    excess: (epochMs, now) => epochMs - now,
  },
];

/** Checks exp, nbf, iat and auth_time of a token. */
export function findTimeFindings({ payload }: DecodedToken, context: FindingsContext): Finding[] {
  return [
    ...rules.flatMap((rule) => checkRule(rule, payload, context)),
    ...checkRequiredTimes(payload, context),
    ...checkAuthTime(payload, context),
  ];
}

function checkRule(rule: TimeRule, payload: JsonObject, context: FindingsContext): Finding[] {
  const { claim } = rule;
  const value = payload[claim];
  const reading = readNumericDate(value);
  if (reading.kind === "absent") return [];
  if (reading.kind !== "moment") {
    const isMilliseconds = reading.kind === "milliseconds";
    return [
      {
        id: isMilliseconds ? "time-in-milliseconds" : "time-not-a-number",
        severity: "error",
        title: isMilliseconds ? `${claim} is in milliseconds` : `${claim} is not a number`,
        seen: `${claim} ${showValue(value)}`,
        why: isMilliseconds
          ? "Token times are in seconds; this value would be thousands of years away."
          : "Token times are numbers of seconds since 1970. Clients reject other values.",
        remedy: `Configure the issuer to set ${claim} as a number of seconds.`,
        source: "RFC 7519, section 2",
        ...(context.use === "id_token" && !isMilliseconds ? { libraryError: "invalid_token" } : {}),
      },
    ];
  }
  const excess = rule.excess(reading.epochMs, context.now);
  if (excess < 0 || (excess === 0 && rule.isLimitExcluded !== true)) return [];
  const leeway = context.leeway ?? defaultLeeway;
  const isTolerated = excess <= leeway * 1000;
  const moment = describeMoment(reading.epochMs, context.now);
  const comparison = isTolerated
    ? `The difference is within the leeway of ${leeway} seconds, so the library still accepts the token.`
    : `The difference of ${describeDuration(excess)} exceeds the leeway of ${leeway} seconds.`;
  return [
    {
      id: rule.id,
      severity: isTolerated ? "warning" : "error",
      title: rule.title,
      seen: `${claim} ${showValue(value)}, ${moment}`,
      why: `${rule.why} ${comparison}`,
      remedy: rule.remedy,
      source: rule.source,
      ...(context.use === "id_token" && !isTolerated ? { libraryError: "invalid_token" } : {}),
    },
  ];
}

function checkRequiredTimes(payload: JsonObject, context: FindingsContext): Finding[] {
  const { use } = context;
  const kind = kindOf(context);
  const findings: Finding[] = [];
  // `findMissingClaims` lists the missing claims of other kinds.
  if (kind.use === undefined && kind !== otherJwt) return [];
  const isRequired = kind.requires?.includes("exp") === true;
  if (payload["exp"] === undefined && use !== "dpop_proof") {
    findings.push({
      id: "lifetime-missing",
      // RFC 7519 does not require exp, nor does RFC 6749 for an access token.
      severity: isRequired ? "error" : use === "access_token" ? "warning" : "note",
      title: "The token does not expire",
      seen: "exp absent",
      why: isRequired
        ? "Without exp, a stolen token is valid forever. The standard of this kind of token requires exp."
        : "Without exp, a stolen token is valid until its issuer refuses it.",
      remedy: "Configure the issuer to set exp, and reject this token.",
      source: kind.source,
      ...(use === "id_token" ? { libraryError: "invalid_token" } : {}),
    });
  }
  if (payload["iat"] === undefined && kind.requires?.includes("iat") === true) {
    findings.push({
      id: "issue-time-missing",
      severity: "error",
      title: "The token has no issue time",
      seen: "iat absent",
      why: "Receivers of this kind of token compare its age with iat, and refuse a token without it.",
      remedy: "Configure the issuer to set iat.",
      source: kind.source,
      ...(use === "id_token" ? { libraryError: "invalid_token" } : {}),
    });
  }
  return findings;
}

function checkAuthTime(payload: JsonObject, context: FindingsContext): Finding[] {
  const { use, maxAge, now, leeway = defaultLeeway } = context;
  if (use !== "id_token" || maxAge === undefined) return [];
  const reading = readNumericDate(payload["auth_time"]);
  if (reading.kind === "moment" && now <= reading.epochMs + (maxAge + leeway) * 1000) return [];
  return [
    {
      id: "authentication-too-old",
      severity: "error",
      title: "The user authenticated too long ago",
      seen: `auth_time ${showValue(payload["auth_time"])}, max_age ${maxAge} s`,
      why: "A login with max_age must return an auth_time that is not older than max_age.",
      remedy: "Log in again with prompt=login, so that the tenant asks for the password.",
      source: "OpenID Connect Core 1.0, section 3.1.3.7",
      libraryError: "invalid_token",
    },
  ];
}
