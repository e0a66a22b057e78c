import { expect, test } from "vitest";
import { jwtOf, traceOf, type EntryFacts } from "../entries.ts";
import { app, callback, codeLogin, frame, idp, page, script, tokenFor } from "../join/logins.ts";

/** Returns the steps of the newest flow, in the words of the strip. */
async function listed(entries: readonly EntryFacts[]): Promise<string[]> {
  const { flows } = await traceOf(entries);
  return flows.at(-1)?.steps.map(({ step, state }) => `${step}: ${state}`) ?? [];
}

test("a login with tokens has done each step but the call that was not made", async () => {
  expect(await listed(codeLogin({}))).toEqual([
    "request: done",
    "login page: done",
    "response: done",
    "callback: done",
    "token request: done",
    "tokens: done",
    "API: not seen",
  ]);
});

test("a call with the access token is the last step", async () => {
  const call = {
    at: 600,
    url: "https://api.example/orders",
    ...script,
    headers: { Authorization: "Bearer access-c" },
    answer: [],
  };
  expect((await listed([...codeLogin({}), call])).at(-1)).toBe("API: done");
});

test("a refused code stops at the token request, and no tokens are seen", async () => {
  const refusal = { ...tokenFor({ at: 400 }), status: 403, answer: { error: "invalid_grant" } };
  expect((await listed([...codeLogin({}).slice(0, 4), refusal])).slice(4)).toEqual([
    "token request: stopped",
    "tokens: not seen",
    "API: not seen",
  ]);
});

test("a login with a session has no login page", async () => {
  const back = `${callback}?code=c&state=s`;
  const [request] = codeLogin({});
  if (request === undefined) throw new Error("The login has no request.");
  const steps = await listed([
    { ...request, location: back },
    { at: 100, url: back, ...page, answer: "<h1>App</h1>" },
    tokenFor({ at: 400 }),
  ]);
  expect(steps.slice(0, 3)).toEqual(["request: done", "login page: not seen", "response: done"]);
});

test("an implicit flow has no token request", async () => {
  const query = { client_id: "spa", response_type: "id_token", redirect_uri: callback, state: "s" };
  const location = `${callback}#id_token=${jwtOf({ sub: "ada" })}&state=s`;
  const steps = await listed([
    { url: `${idp}/authorize`, query, ...page, location },
    { at: 100, url: callback, ...page, answer: "<h1>App</h1>" },
  ]);
  expect(steps).not.toContain("token request: not seen");
  expect(steps).toContain("tokens: done");
});

test("a refused renewal in a frame stops at its response", async () => {
  const query = {
    client_id: "spa",
    response_type: "code",
    redirect_uri: callback,
    state: "s",
    prompt: "none",
    response_mode: "web_message",
  };
  const answer = `<script>send({"error":"login_required","state":"s"}, "${app}")</script>`;
  const steps = await listed([{ url: `${idp}/authorize`, query, ...frame, answer }]);
  expect(steps).toContain("response: stopped");
});

test("a renewal with a refresh token has no redirect", async () => {
  const form = { grant_type: "refresh_token", client_id: "spa", refresh_token: "r" };
  const renewal = {
    url: `${idp}/oauth/token`,
    ...script,
    form,
    status: 403,
    answer: { error: "invalid_grant" },
  };
  expect(await listed([renewal])).toEqual([
    "token request: stopped",
    "tokens: not seen",
    "API: not seen",
  ]);
});

test("a logout ends with the return to the application", async () => {
  const logout = { url: `${idp}/v2/logout`, query: { client_id: "spa", returnTo: app }, ...page };
  expect(await listed([{ ...logout, location: app }])).toEqual(["logout: done", "return: done"]);
});

test("a call has no list of steps", async () => {
  const query = { client_id: "spa", email: "a@b.example", password: "p", connection: "c" };
  expect(await listed([{ url: `${idp}/dbconnections/signup`, ...script, json: query }])).toEqual(
    [],
  );
});
