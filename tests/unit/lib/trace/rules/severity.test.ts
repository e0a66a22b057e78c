import { describe, expect, test } from "vitest";
import { traceOf, type EntryFacts } from "../entries.ts";
import { app, authorize, backWith, callback, redeem } from "./rule-cases.ts";

/** Returns the first finding of the rule in any flow. */
async function findFinding(id: string, entries: readonly EntryFacts[]) {
  const { flows } = await traceOf(entries);
  return flows.flatMap(({ verdict }) => verdict.findings).find(({ rule }) => rule.id === id);
}

const denied = backWith({ error: "access_denied" }, { state: "2f1b0c7e-9d55-4b5f" });
const later = (entries: readonly EntryFacts[]): EntryFacts[] =>
  entries.map((each) => ({ ...each, at: (each.at ?? 0) + 5000 }));

describe("a denied login", () => {
  test("is an error if no login of this client follows", async () => {
    expect(await findFinding("authz-access-denied", denied)).toMatchObject({ severity: "error" });
  });

  test("is a warning if the user logged in afterwards", async () => {
    const location = `${callback}?code=the-code&state=another-state-1`;
    const again = [
      authorize({ state: "another-state-1" }, { location }),
      { url: location, at: 20, dest: "document", answer: "<h1>App</h1>" },
      redeem,
    ];
    expect(await findFinding("authz-access-denied", [...denied, ...later(again)])).toMatchObject({
      severity: "warning",
    });
  });
});

describe("a refused cookie of the provider", () => {
  const refusedCookie = { "Set-Cookie": "session=1; SameSite=None" };
  const login = (responseHeaders: Record<string, string>): EntryFacts[] => [
    ...backWith({ code: "the-code" }).map((each) =>
      each.location === undefined ? each : { ...each, responseHeaders },
    ),
    redeem,
  ];
  const location = `${app}/silent?error=login_required&state=silent-state-1`;
  const renewal = authorize(
    { prompt: "none", state: "silent-state-1", redirect_uri: `${app}/silent` },
    { at: 5000, dest: "iframe", location, headers: { Referer: `${app}/`, Cookie: "theme=dark" } },
  );

  test("is advice for a login that works", async () => {
    expect(await findFinding("cookie-attributes", login(refusedCookie))).toMatchObject({
      rank: "advice",
    });
  });

  test("is the cause of a renewal for which the provider sees no session", async () => {
    const { flows } = await traceOf([...login(refusedCookie), renewal]);
    const silent = flows.find(({ flow }) => flow.kind === "renewal");
    expect(silent?.verdict.findings[0]).toMatchObject({
      rule: { id: "cookie-attributes" },
      rank: "cause",
      severity: "error",
    });
  });

  test("is not named if the browser keeps the cookie", async () => {
    const kept = { "Set-Cookie": "session=1; SameSite=Lax" };
    expect(await findFinding("cookie-attributes", [...login(kept), renewal])).toBeUndefined();
  });
});
