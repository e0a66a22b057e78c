import { expect, test } from "vitest";
import { traceOf, type EntryFacts } from "../../entries.ts";
import { app, callback, idp, queryOf } from "../rule-cases.ts";

const state = queryOf()["state"] ?? "";
const authorizeUrl = `${idp}/authorize?${new URLSearchParams(queryOf()).toString()}`;
const responseUrl = `${callback}?${new URLSearchParams({ code: "the-code", state }).toString()}`;

/** Returns why the cookie of a login's start did not come back to the callback. */
async function explain(cookie: string, facts: Partial<EntryFacts> = {}): Promise<string> {
  const dest = "document";
  const { flows } = await traceOf([
    {
      url: `${app}/login`,
      dest,
      location: authorizeUrl,
      responseHeaders: { "Set-Cookie": cookie },
      ...facts,
    },
    { url: authorizeUrl, at: 10, dest, location: responseUrl, ...facts },
    { url: responseUrl, at: 90_000, dest, headers: { Cookie: "a=b" }, status: 500, ...facts },
  ]);
  const findings = flows.flatMap(({ verdict }) => verdict.findings);
  return findings.find(({ rule }) => rule.id === "resp-login-cookie")?.result.why ?? "";
}

test("names the life of a cookie that ended before the login did", async () => {
  expect(await explain("login=1; Path=/; Max-Age=60")).toContain("It lived 60 s");
});

test("does not name the life of a cookie that was long enough", async () => {
  expect(await explain("login=1; Path=/; Max-Age=600")).not.toContain("It lived");
});

test("names the frame that a login runs in", async () => {
  expect(await explain("login=1; Path=/; SameSite=Lax", { dest: "iframe" })).toContain("frame");
});
