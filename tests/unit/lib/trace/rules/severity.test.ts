import { describe, expect, test } from "vitest";
import { jwtOf, traceOf, type EntryFacts } from "../entries.ts";
import { app, authorize, backWith, callback, idp, redeem } from "./rule-cases.ts";

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

describe("a failure that was handled", () => {
  const embedded = (status: number, at: number): EntryFacts => ({
    url: `${idp}/co/authenticate`,
    at,
    origin: app,
    dest: "empty",
    json: { client_id: "spa", credential_type: "password", username: "ada" },
    status,
    answer: status === 200 ? { login_ticket: "t" } : { error: "access_denied" },
  });
  const password = (status: number, at: number): EntryFacts => ({
    ...redeem,
    at,
    form: { grant_type: "password", client_id: "spa", username: "ada", password: "p" },
    status,
    answer: status === 200 ? (redeem.answer ?? {}) : { error: "invalid_grant" },
  });
  const refresh: EntryFacts = {
    ...redeem,
    at: 0,
    form: { grant_type: "refresh_token", client_id: "spa", refresh_token: "old" },
    status: 400,
    answer: { error: "invalid_grant" },
  };
  const login = later([...backWith({ code: "the-code" }), redeem]);

  test("is a warning if the embedded login then accepted the password", async () => {
    const id = "embedded-access_denied";
    expect(await findFinding(id, [embedded(403, 0)])).toMatchObject({ severity: "error" });
    expect(await findFinding(id, [embedded(403, 0), embedded(200, 900)])).toMatchObject({
      severity: "warning",
    });
  });

  test("is no finding if the token endpoint then accepted the password", async () => {
    const id = "token-invalid_grant";
    expect(await findFinding(id, [password(400, 0)])).toMatchObject({ severity: "error" });
    expect(await findFinding(id, [password(400, 0), password(200, 900)])).toBeUndefined();
  });

  test("is a warning if the user logged in after a refresh token was refused", async () => {
    const id = "token-refresh-refused";
    expect(await findFinding(id, [refresh])).toMatchObject({ severity: "error" });
    expect(await findFinding(id, [refresh, ...login])).toMatchObject({ severity: "warning" });
  });
});

describe("a failure that passed", () => {
  const limited = { ...redeem, status: 429, answer: { error: "too_many_requests" } };
  const withCode = backWith({ code: "the-code" });

  test("is no finding if the token endpoint took the same code after its limit", async () => {
    const id = "token-rate";
    expect(await findFinding(id, [...withCode, limited])).toMatchObject({ severity: "error" });
    const again = { ...redeem, at: 3000 };
    expect(await findFinding(id, [...withCode, limited, again])).toBeUndefined();
  });

  test("is a warning if the device had no network, and an error if no server answers", async () => {
    const failing = (error: string) => [...withCode, { ...redeem, status: 0, error }];
    expect(
      await findFinding("net-failed", failing("net::ERR_INTERNET_DISCONNECTED")),
    ).toMatchObject({ severity: "warning" });
    expect(await findFinding("net-failed", failing("net::ERR_CONNECTION_REFUSED"))).toMatchObject({
      severity: "error",
    });
  });

  test("is a warning if the user left an old login page and began at the application", async () => {
    const id = "authz-transaction-lost";
    const old = {
      url: `${idp}/u/login?state=old`,
      dest: "document",
      status: 400,
      answer: "<p>Old",
    };
    expect(await findFinding(id, [old])).toMatchObject({ severity: "error" });
    const login = later([...backWith({ code: "the-code" }), redeem]);
    expect(await findFinding(id, [old, ...login])).toMatchObject({ severity: "warning" });
  });
});

describe("a weakness beside the cause", () => {
  const secret = { ...redeem, form: { ...redeem.form, client_secret: "s" } };
  const withCode = backWith({ code: "the-code" });

  test("is an error if the login works, and a warning if its request failed", async () => {
    const id = "token-secret-in-browser";
    expect(await findFinding(id, [...withCode, secret])).toMatchObject({ severity: "error" });
    const failed = { ...secret, status: 0, error: "net::ERR_FAILED" };
    expect(await findFinding(id, [...withCode, failed])).toMatchObject({ severity: "warning" });
  });

  test("of a token for a server that shares the secret of HS256 is a note", async () => {
    const token = jwtOf({ iss: `${idp}/`, sub: "ada", aud: "spa" }, { alg: "HS256" });
    const posted = [
      authorize({ response_type: "id_token", response_mode: "form_post" }, { answer: "<form>" }),
      {
        url: callback,
        at: 20,
        dest: "document",
        form: { id_token: token, state: "2f1b0c7e-9d55-4b5f" },
        location: `${app}/home`,
      },
    ];
    expect(await findFinding("idt-hs256", posted)).toMatchObject({
      rank: "advice",
      severity: "note",
    });
  });
});
