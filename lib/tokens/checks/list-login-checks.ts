import type { TokenReport } from "../inspect-token.ts";
import { checkFacts, showEnds, showText, type Check, type CheckResult } from "./check.ts";
import type { LoginFacts } from "./login-facts.ts";

/**
 * Lists the checks of a login in a fixed order, each with its outcome and the compared values:
 * those of the response, and those of its ID token as the Tokens tab lists them. No value contains
 * the access token or the code.
 */
export function listLoginChecks(facts: LoginFacts): Check[] {
  return [
    nameCheck(checkResponse(facts)),
    ...checkResponseIssuer(facts).map(nameCheck),
    nameCheck(checkState(facts)),
    ...(facts.idToken === undefined ? [] : listChecksOf(facts.idToken)),
    nameCheck(checkScopes(facts)),
  ];
}

function nameCheck({ id, ...rest }: CheckResult): Check {
  return { id, ...checkFacts[id], ...rest };
}

/** Returns the checks of an ID token; only that of its form, which failed, if it is unreadable. */
function listChecksOf(report: TokenReport): readonly Check[] {
  if (report.kind === "read" || report.kind === "encrypted") return report.checks;
  const message = `The ID token cannot be decoded. ${explainUnreadable(report)}`;
  return [nameCheck({ id: "form", outcome: "failed", message, compared: [] })];
}

function explainUnreadable(report: Exclude<TokenReport, { checks: unknown }>): string {
  switch (report.kind) {
    case "unreadable":
      return report.failure.message;
    case "content":
      return "Its payload is not a JSON object.";
    case "opaque":
      return "It is an opaque token: only its issuer can read it.";
  }
  return report satisfies never;
}

/** Compares the iss parameter of a response that has one with the tenant's issuer. */
function checkResponseIssuer({ issuer, response: { iss } }: LoginFacts): CheckResult[] {
  if (iss === undefined) return [];
  const id = "response_issuer";
  const compared = [
    { label: "expected", value: showText(issuer) },
    { label: "found", value: showText(iss) },
  ];
  if (iss === issuer) {
    return [{ id, outcome: "passed", message: "The response is from the tenant.", compared }];
  }
  return [
    {
      id,
      outcome: "failed",
      message: "The response names another issuer.",
      remedy: "Do not use the response: it is from another authorization server.",
      compared,
    },
  ];
}

const members: ReadonlyMap<string, string> = new Map([
  ["token", "access_token"],
  ["id_token", "id_token"],
  ["code", "code"],
]);

function checkResponse({ request, response }: LoginFacts): CheckResult {
  const id = "response";
  const asked = request["response_type"];
  const wanted = splitWords(asked).flatMap((type) => members.get(type) ?? []);
  const carried = [...members.values()].filter((name) => response[name] !== undefined);
  const compared = [
    { label: "response_type", value: showText(asked) },
    { label: "received", value: carried.length === 0 ? "no token" : carried.join(", ") },
  ];
  const { error } = response;
  if (error !== undefined) {
    return {
      id,
      outcome: "failed",
      message: "The tenant returned an error.",
      compared: [
        { label: "error", value: showText(error) },
        { label: "error_description", value: showText(response["error_description"]) },
      ],
    };
  }
  const missing = wanted.filter((name) => !carried.includes(name));
  if (carried.length > 0 && missing.length === 0) {
    return {
      id,
      outcome: "passed",
      message: "Contains the values requested by response_type.",
      compared,
    };
  }
  return {
    id,
    outcome: "failed",
    message: `Missing: ${missing.length === 0 ? "tokens" : missing.join(", ")}.`,
    remedy: "Check the application's grant types at the tenant, and the response type of this run.",
    compared,
  };
}

function checkState({ request, response }: LoginFacts): CheckResult {
  const id = "state";
  const { state: sent } = request;
  const { state: returned } = response;
  const compared = [
    { label: "sent", value: showEnds(sent) },
    { label: "returned", value: showEnds(returned) },
  ];
  if (sent !== undefined && sent === returned) {
    return { id, outcome: "passed", message: "The response belongs to this request.", compared };
  }
  if (returned === undefined && response["error"] !== undefined) {
    const message = "The error response has no state.";
    return { id, outcome: "not-applicable", message, compared: [] };
  }
  return {
    id,
    outcome: "failed",
    message:
      returned === undefined
        ? "The response has no state."
        : "The response belongs to another request.",
    remedy: "Log in again. If this continues, check for software that rewrites the callback URL.",
    compared,
  };
}

/**
 * Compares the granted with the requested scopes. A response without scope grants all requested
 * ones (RFC 6749, section 5.1).
 */
function checkScopes({ request, response }: LoginFacts): CheckResult {
  const id = "scopes";
  const requested = splitWords(request["scope"]);
  const isOmitted = response["scope"] === undefined;
  if (response["access_token"] === undefined && isOmitted) {
    const message = "No access token in the response.";
    return { id, outcome: "not-applicable", message, compared: [] };
  }
  const granted = isOmitted ? requested : splitWords(response["scope"]);
  const missing = requested.filter((scope) => !granted.includes(scope));
  const added = granted.filter((scope) => !requested.includes(scope));
  const compared = [
    { label: "requested", value: showText(requested.join(" ") || "none") },
    {
      label: "granted",
      value: isOmitted ? "as requested (no scope in the response)" : showText(granted.join(" ")),
    },
  ];
  if (missing.length > 0) {
    return {
      id,
      outcome: "failed",
      message: `Not granted: ${showText(missing.join(" "))}.`,
      remedy:
        "Check that the API of the audience defines these scopes, and that the user and the application may have them.",
      compared,
    };
  }
  const message =
    added.length === 0
      ? "All requested scopes were granted."
      : `All requested scopes were granted, and more: ${showText(added.join(" "))}.`;
  return { id, outcome: "passed", message, compared };
}

function splitWords(text: string | undefined): string[] {
  return [...new Set((text ?? "").split(" ").filter((word) => word !== ""))];
}
