import type { Finding } from "../finding.ts";
import type { TokenReport } from "../inspect-token.ts";
import { readNumericDate } from "../numeric-date.ts";
import { describeTwoUnits } from "../relative-time.ts";
import { showEnds, showText, type CheckId, type CheckResult, type ComparedValue } from "./check.ts";
import { checkOfFinding } from "../finding-table.ts";
import { describeTime, showClaimValue } from "./describe-time.ts";
import type { LoginFacts } from "./login-facts.ts";

type ReadReport = Extract<TokenReport, { kind: "read" }>;

/** The checks to list without a readable ID token; `checkIssuer` adds the issuer. */
const checksOfToken = ["nonce", "audience", "subject", "times", "signature", "at_hash"] as const;

/** Returns the checks of the ID token, in the order of the list, from nonce to c_hash. */
export function checkIdToken(facts: LoginFacts): CheckResult[] {
  const { idToken } = facts;
  if (idToken?.kind !== "read") {
    const message =
      idToken === undefined
        ? "No ID token in the response."
        : `The ID token cannot be decoded. ${explainOther(idToken)}`;
    const outcome = idToken === undefined ? "not-applicable" : "failed";
    const rest = checksOfToken.map((id): CheckResult =>
      id === "signature" && outcome === "failed"
        ? { id, outcome, message, compared: [] }
        : { id, outcome: "not-applicable", message, compared: [] },
    );
    return [...rest.slice(0, 1), checkIssuer(facts, message), ...rest.slice(1)];
  }
  const token = { facts, report: idToken };
  const { code } = facts.response;
  return [
    checkNonce(token),
    checkIssuer(facts),
    checkAudience(token),
    resultOf(token, "subject", "Identifies the user.", [
      { label: "sub", value: showClaim(idToken, "sub") },
    ]),
    ...checkOrganization(token),
    checkTimes(token),
    checkSignature(token),
    checkHash(token, "at_hash", "access token"),
    ...(code === undefined ? [] : [checkHash(token, "c_hash", "authorization code")]),
  ];
}

/** Explains why a token has no readable claims. */
function explainOther(report: Exclude<TokenReport, ReadReport>): string {
  switch (report.kind) {
    case "unreadable":
      return report.failure.message;
    case "content":
      return "Its payload is not a JSON object.";
    case "encrypted":
      return "It is encrypted (JWE): only the recipient can decrypt it.";
    case "opaque":
      return "It is an opaque token: only its issuer can read it.";
  }
  return report satisfies never;
}

interface ReadToken {
  facts: LoginFacts;
  report: ReadReport;
}

function checkNonce(token: ReadToken): CheckResult {
  const { nonce: sent } = token.facts.request;
  const nonce = token.report.token.payload["nonce"];
  if (sent === undefined) {
    const message = "The request has no nonce.";
    return { id: "nonce", outcome: "not-applicable", message, compared: [] };
  }
  return resultOf(token, "nonce", "The ID token contains the nonce of this request.", [
    { label: "sent", value: showEnds(sent) },
    {
      label: "in the ID token",
      value: typeof nonce === "string" ? showEnds(nonce) : showClaimValue(nonce),
    },
  ]);
}

/** Compares the tenant's issuer with the ID token and the response's iss parameter (RFC 9207). */
function checkIssuer(facts: LoginFacts, withoutTokenMessage?: string): CheckResult {
  const { issuer, response, idToken } = facts;
  const report = idToken?.kind === "read" ? idToken : undefined;
  const parameter = response["iss"];
  const compared = [
    { label: "expected", value: showText(issuer) },
    ...(report === undefined
      ? []
      : [{ label: "in the ID token", value: showClaim(report, "iss") }]),
    ...(parameter === undefined ? [] : [{ label: "in the response", value: showText(parameter) }]),
  ];
  if (parameter !== undefined && parameter !== issuer) {
    return {
      id: "issuer",
      outcome: "failed",
      message: "The response names another issuer.",
      remedy: "Do not use the response: it is from another authorization server.",
      compared,
    };
  }
  const passed = "Issued by the tenant.";
  if (report !== undefined) return resultOf({ facts, report }, "issuer", passed, compared);
  return parameter === undefined
    ? {
        id: "issuer",
        outcome: "not-applicable",
        message: withoutTokenMessage ?? "No ID token in the response.",
        compared: [],
      }
    : { id: "issuer", outcome: "passed", message: passed, compared };
}

function checkAudience(token: ReadToken): CheckResult {
  const { azp } = token.report.token.payload;
  return resultOf(token, "audience", "The ID token is for this client.", [
    { label: "client_id", value: showText(token.facts.request["client_id"]) },
    { label: "aud", value: showClaim(token.report, "aud") },
    ...(azp === undefined ? [] : [{ label: "azp", value: showClaimValue(azp) }]),
  ]);
}

function checkOrganization(token: ReadToken): CheckResult[] {
  const { organization } = token.facts.request;
  if (organization === undefined) return [];
  const claim = organization.startsWith("org_") ? "org_id" : "org_name";
  return [
    resultOf(token, "organization", "The login was to the requested organization.", [
      { label: "requested", value: showText(organization) },
      { label: claim, value: showClaim(token.report, claim) },
    ]),
  ];
}

/** Checks the times. `iat` stands for the tenant's clock: the tenant signs at the response. */
function checkTimes(token: ReadToken): CheckResult {
  const { receivedAt } = token.facts;
  const { payload } = token.report.token;
  const issued = readNumericDate(payload["iat"]);
  const moments = [
    { label: "tenant's clock (iat)", claim: payload["iat"] },
    { label: "expires (exp)", claim: payload["exp"] },
    ...(payload["nbf"] === undefined ? [] : [{ label: "not before (nbf)", claim: payload["nbf"] }]),
    ...(token.facts.request["max_age"] === undefined
      ? []
      : [{ label: "authenticated (auth_time)", claim: payload["auth_time"] }]),
  ].map(({ label, claim }) => describeTime(label, claim, receivedAt));
  const here = { label: "this device's clock", value: "at the response", at: receivedAt };
  const [tenantClock, ...others] = moments;
  const compared = [...(tenantClock === undefined ? [] : [tenantClock]), here, ...others];
  const skew = issued.kind === "moment" ? describeSkew(issued.epochMs - receivedAt) : "";
  const result = resultOf(token, "times", "Not expired, and not issued in the future.", compared);
  return { ...result, message: `${result.message}${skew}` };
}

/** In milliseconds. A smaller difference can be the duration of the response. */
const minReportedSkew = 30_000;

function describeSkew(difference: number): string {
  if (Math.abs(difference) < minReportedSkew) return "";
  const side = difference > 0 ? "ahead of" : "behind";
  return ` The tenant's clock is ${describeTwoUnits(difference)} ${side} this device's.`;
}

function checkSignature(token: ReadToken): CheckResult {
  const { verification, token: decoded } = token.report;
  const compared = [
    { label: "alg", value: showClaimValue(decoded.header["alg"]) },
    { label: "kid", value: showClaimValue(decoded.header["kid"]) },
    { label: "keys of", value: showText(token.facts.issuer) },
  ];
  const result = resultOf(
    token,
    "signature",
    "The ID token is signed with a key of the tenant.",
    compared,
  );
  if (result.outcome === "failed" || verification?.kind === "verified") return result;
  const message = token.report.findings.some(({ id }) => id === "issuer-different")
    ? "Another tenant issued the ID token, and this tenant does not publish the signing key."
    : (verification?.message ?? "The tenant's keys were not loaded.");
  const isRefused = verification?.kind === "unknown-key";
  return { id: "signature", outcome: isRefused ? "failed" : "not-applicable", message, compared };
}

function checkHash(
  token: ReadToken,
  id: "at_hash" | "c_hash",
  companion: "access token" | "authorization code",
): CheckResult {
  const carried = token.report.token.payload[id];
  const computed = token.report.companionHashes[id];
  const skip = (message: string): CheckResult => ({
    id,
    outcome: "not-applicable",
    message,
    compared: [],
  });
  if (id === "at_hash" && token.facts.response["access_token"] === undefined) {
    return skip("No access token in the response.");
  }
  if (carried === undefined) return skip(`The ID token has no ${id}.`);
  if (computed === undefined) return skip("The ID token's algorithm does not define a hash.");
  return resultOf(token, id, `The ID token and the ${companion} belong together.`, [
    { label: "in the ID token", value: showClaimValue(carried) },
    { label: `of the ${companion}`, value: computed },
  ]);
}

/**
 * Returns a failed check if one of its findings is an error. Otherwise the check has passed, and
 * its message lists the findings that are within the leeway.
 */
function resultOf(
  { report }: ReadToken,
  id: CheckId,
  passed: string,
  compared: ComparedValue[],
): CheckResult {
  const own = report.findings.filter((finding) => checkOfFinding(finding.id) === id);
  const error = own.find(({ severity }) => severity === "error");
  if (error !== undefined) {
    const { remedy } = error;
    return { id, outcome: "failed", message: `${error.title}.`, remedy, compared };
  }
  const message = own.length === 0 ? passed : describeTolerated(own);
  return { id, outcome: "passed", message, compared };
}

function describeTolerated(findings: readonly Finding[]): string {
  return findings.map(({ title }) => `${title}, but within the leeway.`).join(" ");
}

function showClaim({ token }: ReadReport, name: string): string {
  return showClaimValue(token.payload[name]);
}
