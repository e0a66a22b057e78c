import { describe, expect, test } from "vitest";
import { decodeToken } from "../../../../lib/tokens/decode-token.ts";
import { findTimeFindings } from "../../../../lib/tokens/find-time-findings.ts";
import type { FindingsContext } from "../../../../lib/tokens/finding.ts";
import { writeToken } from "./sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const seconds = now / 1000;
const claims = { iat: seconds - 10, exp: seconds + 3600 };

function find(change: object, context: Partial<FindingsContext> = {}) {
  const decoded = decodeToken(writeToken({ alg: "RS256" }, { ...claims, ...change }));
  if (!decoded.ok) throw new Error(decoded.failure.message);
  return findTimeFindings(decoded.token, { now, use: "id_token", ...context });
}

const summarize = (...given: Parameters<typeof find>) =>
  find(...given).map(
    ({ id, severity, libraryError }) => `${severity} ${id}${libraryError ? " refused" : ""}`,
  );

describe("the limits of the times", () => {
  test.each<[claim: string, difference: number, leeway: number | undefined, expected: string[]]>([
    ["exp", 1, undefined, []],
    ["exp", 0, undefined, ["warning expired"]],
    ["exp", -60, undefined, ["warning expired"]],
    ["exp", -61, undefined, ["error expired refused"]],
    ["exp", 0, 0, ["warning expired"]],
    ["exp", -1, 0, ["error expired refused"]],
    ["nbf", -1, undefined, []],
    ["nbf", 0, undefined, []],
    ["nbf", 1, undefined, ["warning not-yet-valid"]],
    ["nbf", 60, undefined, ["warning not-yet-valid"]],
    ["nbf", 61, undefined, ["error not-yet-valid refused"]],
    ["iat", 0, undefined, []],
    ["iat", 300, 300, ["warning issued-in-the-future"]],
    ["iat", 301, 300, ["error issued-in-the-future refused"]],
  ])("are kept for %s at %d seconds with the leeway %s", (claim, difference, leeway, expected) => {
    const context = leeway === undefined ? {} : { leeway };
    expect(summarize({ [claim]: seconds + difference }, context)).toEqual(expected);
  });

  test.each<[authTime: unknown, leeway: number | undefined, expected: string[]]>([
    [seconds - 160, undefined, []],
    [seconds - 161, undefined, ["error authentication-too-old refused"]],
    [seconds - 100, 0, []],
    [seconds - 101, 0, ["error authentication-too-old refused"]],
    ["soon", undefined, ["error authentication-too-old refused"]],
    [undefined, undefined, ["error authentication-too-old refused"]],
  ])("are kept for auth_time %s with the leeway %s and max_age", (authTime, leeway, expected) => {
    const context = { maxAge: 100, ...(leeway === undefined ? {} : { leeway }) };
    expect(summarize({ auth_time: authTime }, context)).toEqual(expected);
  });

  test("say by how much the leeway is exceeded", () => {
    const [late] = find({ exp: seconds - 3600 });
    expect(late?.why).toContain("The difference of 1 hour exceeds the leeway of 60 seconds.");
    const [tolerated] = find({ exp: seconds - 5 }, { leeway: 7 });
    expect(tolerated?.why).toContain("is within the leeway of 7 seconds");
  });
});

describe("the times that a kind needs", () => {
  test.each<[use: FindingsContext["use"], exp: string[], iat: string[]]>([
    ["id_token", ["error lifetime-missing refused"], ["error issue-time-missing refused"]],
    ["access_token", ["warning lifetime-missing"], []],
    ["logout_token", ["error lifetime-missing"], ["error issue-time-missing"]],
    ["dpop_proof", [], ["error issue-time-missing"]],
    ["unknown", ["note lifetime-missing"], []],
  ])("are reported for the use %s", (use, exp, iat) => {
    expect(summarize({ exp: undefined }, { use })).toEqual(exp);
    expect(summarize({ iat: undefined }, { use })).toEqual(iat);
  });

  test("are refused by the library only in an ID token, and only as another type", () => {
    expect(summarize({ exp: "soon" })).toEqual(["error time-not-a-number refused"]);
    expect(summarize({ exp: "soon" }, { use: "access_token" })).toEqual([
      "error time-not-a-number",
    ]);
    expect(summarize({ exp: now + 3_600_000 })).toEqual(["error time-in-milliseconds"]);
    expect(summarize({ exp: seconds - 90 }, { use: "access_token" })).toEqual(["error expired"]);
    expect(summarize({ auth_time: 1 }, { use: "access_token", maxAge: 1 })).toEqual([]);
  });
});
