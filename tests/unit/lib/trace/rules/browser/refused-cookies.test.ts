import { describe, expect, test } from "vitest";
import { traceOf, type EntryFacts } from "../../entries.ts";
import { backWith, callback, idp, queryOf } from "../rule-cases.ts";

const refusedCookie = { "Set-Cookie": "session=1; SameSite=None" };
const findingsOf = async (entries: EntryFacts[]) => {
  const { flows } = await traceOf(entries);
  return flows.map(({ verdict }) =>
    verdict.findings.map(({ rule, rank }) => `${rule.id}: ${rank}`),
  );
};

/** A login whose server redeems the code, and sets its session cookie at the callback. */
const loginAt = (at: number, headers: Record<string, string>): EntryFacts[] => {
  const state = `state-of-the-login-at-${at}`;
  const location = `${callback}?code=code-${at}&state=${state}`;
  const query = { ...queryOf({ state, nonce: `nonce-of-the-login-at-${at}` }) };
  delete query["code_challenge"];
  delete query["code_challenge_method"];
  return [
    { url: `${idp}/authorize`, query, dest: "document", at, location },
    {
      url: location,
      dest: "document",
      at: at + 20,
      location: "https://app.example/",
      responseHeaders: headers,
    },
  ];
};

describe("a cookie that the browser refuses", () => {
  test("is the cause if the callback fails", async () => {
    const entries = backWith({ code: "the-code" }).map((each): EntryFacts =>
      each.location === undefined
        ? { ...each, status: 400 }
        : { ...each, responseHeaders: refusedCookie },
    );
    expect((await findingsOf(entries))[0]?.[0]).toBe("cookie-attributes: cause");
  });

  test("is the cause of a loop, also in the round of which the browser did not report it", async () => {
    const entries = [
      ...loginAt(0, { Server: "x" }),
      ...loginAt(2_000, refusedCookie),
      ...loginAt(4_000, refusedCookie),
    ];
    const findings = await findingsOf(entries);
    expect(findings.map(([top]) => top)).toEqual(
      Array.from({ length: 3 }, () => "cookie-attributes: cause"),
    );
    expect(findings.flat()).not.toContain("loop-login: cause");
  });

  test("is advice in a login that works", async () => {
    const [findings] = await findingsOf(loginAt(0, refusedCookie));
    expect(findings).toContain("cookie-attributes: advice");
  });
});
