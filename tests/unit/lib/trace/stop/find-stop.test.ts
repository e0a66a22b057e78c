import { describe, expect, test } from "vitest";
import type { Stop } from "../../../../../lib/trace/stop/stop.ts";
import { captureStart, exchangesOf, traceOf, type EntryFacts } from "../entries.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import {
  app,
  authorizeFor,
  callback,
  codeLogin,
  frame,
  idp,
  page,
  script,
} from "../join/logins.ts";

/** Returns the stop of each flow. */
async function stopsOf(entries: readonly EntryFacts[]): Promise<(Stop | undefined)[]> {
  const { flows } = await traceOf(entries);
  return flows.map(({ stop }) => stop);
}

/** Returns the stop of the only flow. */
async function stopOf(entries: readonly EntryFacts[]): Promise<Stop | undefined> {
  const stops = await stopsOf(entries);
  expect(stops).toHaveLength(1);
  return stops[0];
}

const refusal = { error: "invalid_grant", error_description: "The code has expired." };
const toToken = codeLogin({}).slice(0, 4);
const tokenRequest = codeLogin({})[4] ?? { url: idp };
const refusedLogin = [...toToken, { ...tokenRequest, status: 400, answer: refusal }];
const deny = `${callback}?error=access_denied&error_description=No&state=s`;

describe("the stop of a flow", () => {
  test("is the refused token request, with the code and the description quoted", async () => {
    const stop = await stopOf(refusedLogin);
    expect(stop).toMatchObject({ step: "token", by: "provider", expected: "tokens" });
    expect(stop?.at.exchange.url).toBe(`${idp}/oauth/token`);
    expect(stop?.said).toEqual([
      { name: "status", text: "400" },
      { name: "error", text: "invalid_grant" },
      { name: "error_description", text: "The code has expired." },
    ]);
    expect(stop?.sentence).toBe("Stopped at the token request: 400 invalid_grant");
  });

  test("is missing for a login that got its tokens", async () => {
    expect(await stopOf(codeLogin({}))).toBeUndefined();
  });

  test("is missing if the same client logged in within five minutes", async () => {
    const minute = 60_000;
    const soon = codeLogin({ at: 2 * minute, state: "s2", code: "c2" });
    expect(await stopsOf([...refusedLogin, ...soon])).toEqual([undefined, undefined]);
    const late = codeLogin({ at: 6 * minute, state: "s2", code: "c2" });
    expect(await stopsOf([...refusedLogin, ...late])).toEqual([
      expect.objectContaining({ step: "token" }),
      undefined,
    ]);
  });

  test("is not made good by the login of another client", async () => {
    const other = codeLogin({ at: 60_000, client: "other", state: "s2", code: "c2" });
    expect((await stopsOf([...refusedLogin, ...other]))[0]?.step).toBe("token");
  });

  test("is the provider's redirect with an error, not the callback that received it", async () => {
    const stop = await stopOf([
      { ...authorizeFor({}), location: deny },
      { at: 100, url: deny, ...page, status: 500, answer: "<h1>Failed</h1>" },
    ]);
    expect(stop).toMatchObject({ step: "response", by: "provider" });
    expect(stop?.at.exchange.url).toContain(`${idp}/authorize`);
    expect(stop?.sentence).toBe("Stopped at the authorization response: access_denied");
  });

  test("is the callback that redirects to an error page, not that page", async () => {
    const failure = `${app}/auth/error`;
    const stop = await stopOf([
      ...toToken.slice(0, 3),
      { ...(toToken[3] ?? { url: callback }), location: failure },
      { at: 350, url: failure, ...page, status: 500, answer: "<h1>Failed</h1>" },
    ]);
    expect(stop).toMatchObject({ step: "callback", by: "server" });
    expect(stop?.at.exchange.url).toContain(callback);
    expect(stop?.sentence).toBe("Stopped at the callback: redirected to an error page");
  });

  test("is a renewal's refusal at the provider", async () => {
    const back = `${callback}?error=login_required&state=s`;
    const { query, ...request } = authorizeFor({});
    const stop = await stopOf([
      { ...request, ...frame, query: { ...query, prompt: "none" }, location: back },
      { at: 100, url: back, ...frame, answer: "<h1>Silent</h1>" },
    ]);
    expect(stop).toMatchObject({ step: "renewal", by: "provider" });
    expect(stop?.sentence).toBe("Stopped at the renewal: login_required");
  });

  test("is the browser if it blocked the request, and the network without a response", async () => {
    const without = { ...tokenRequest, status: 0, answer: null };
    const blocked = await stopOf([...toToken, { ...without, error: "net::ERR_BLOCKED_BY_CLIENT" }]);
    expect(blocked).toMatchObject({ step: "token", by: "browser" });
    const lost = await stopOf([...toToken, { ...without, error: "net::ERR_NAME_NOT_RESOLVED" }]);
    expect(lost).toMatchObject({ step: "token", by: "network" });
    expect(lost?.sentence).toBe("Stopped at the token request: net::ERR_NAME_NOT_RESOLVED");
  });

  test("is the browser if CORS hid the response of the token request from the page", async () => {
    const hidden = { ...tokenRequest, responseHeaders: { "Cache-Control": "no-store" } };
    const stop = await stopOf([...toToken, hidden]);
    expect(stop).toMatchObject({ step: "token", by: "browser", said: [] });
    expect(stop?.sentence).toBe(
      "Stopped at the token request: the browser hid the response from the page",
    );
  });

  test("is the request without a response if its preflight was accepted", async () => {
    const preflight = {
      at: 390,
      url: `${idp}/oauth/token`,
      method: "OPTIONS",
      headers: { Origin: app, "Access-Control-Request-Method": "POST" },
      status: 204,
      answer: null,
      responseHeaders: { "Access-Control-Allow-Origin": app },
    };
    const lost = { ...tokenRequest, status: 0, answer: null, error: "net::ERR_CONNECTION_RESET" };
    const stop = await stopOf([...toToken, preflight, lost]);
    expect(stop?.at.exchange.method).toBe("POST");
    expect(stop).toMatchObject({ step: "token", by: "network" });
  });

  test("is the last message if nothing failed and nothing followed", async () => {
    const stop = await stopOf(toToken);
    expect(stop).toMatchObject({ step: "callback", by: "nobody", said: [] });
    expect(stop?.sentence).toBe("Stopped at the callback: nothing followed");
  });

  test("is missing while the login can still continue", async () => {
    const { flows } = await readTrace(exchangesOf(toToken), [], { now: captureStart + 1000 });
    expect(flows.map(({ stop }) => stop)).toEqual([undefined]);
  });

  test("is not a call of an API with a token from elsewhere", async () => {
    const call = { at: 900, url: "https://api.example/orders", ...script, status: 401 };
    const stops = await stopsOf([
      ...refusedLogin,
      { ...call, headers: { Authorization: "Bearer x" } },
    ]);
    expect(stops.map((stop) => stop?.step)).toEqual(["token", "api"]);
    expect(stops[1]?.by).toBe("server");
  });

  test("quotes at most 300 characters", async () => {
    const answer = { ...refusal, error_description: "x".repeat(1000) };
    const stop = await stopOf([...toToken, { ...tokenRequest, status: 400, answer }]);
    expect(stop?.said.at(-1)?.text).toBe("x".repeat(300));
  });
});
