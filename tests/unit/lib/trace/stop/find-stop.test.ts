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

  test("is the provider if it refused, although CORS hid the refusal from the page", async () => {
    const hidden = {
      ...tokenRequest,
      status: 403,
      error: "net::ERR_FAILED",
      responseHeaders: { "Cache-Control": "no-store" },
    };
    expect(await stopOf([...toToken, hidden])).toMatchObject({ step: "token", by: "provider" });
  });

  test.each(["net::ERR_FAILED", "net::ERR_CERT_DATE_INVALID"])(
    "is the browser for a script's request without a response and with %s",
    async (error) => {
      const lost = { ...tokenRequest, status: 0, answer: null, error };
      expect(await stopOf([...toToken, lost])).toMatchObject({ step: "token", by: "browser" });
    },
  );

  test("is the browser if it blocked a page in a frame, which nothing followed", async () => {
    const query = "client_id=spa&response_type=token&prompt=none&state=s";
    const frame = { url: `${idp}/authorize?${query}`, dest: "iframe", status: 200, answer: "<p>" };
    const stops = await Promise.all(
      ["net::ERR_BLOCKED_BY_RESPONSE", undefined].map(async (error) =>
        stopOf([error === undefined ? frame : { ...frame, error }]),
      ),
    );
    expect(stops.map((stop) => stop?.by)).toEqual(["browser", "nobody"]);
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

  describe("with a call of an API after the login", () => {
    const call = {
      at: 900,
      url: "https://api.example/orders",
      ...script,
      headers: { Authorization: "Bearer access-c" },
      status: 401,
    };
    const login = codeLogin({});

    test("is the call whose token the API refused", async () => {
      const stop = await stopOf([...login, call]);
      expect(stop).toMatchObject({ step: "api", by: "server" });
      expect(stop?.sentence).toBe("Stopped at the API request: 401");
    });

    test("is missing if the same call succeeded later", async () => {
      expect(await stopOf([...login, call, { ...call, at: 1200, status: 200 }])).toBeUndefined();
      expect(
        await stopOf([...login, { ...call, status: 200 }, { ...call, at: 1200 }]),
      ).toBeDefined();
    });

    test.each([404, 409, 422, 503])(
      "is missing for status %i: the token was accepted",
      async (status) => {
        expect(await stopOf([...login, { ...call, status }])).toBeUndefined();
      },
    );

    test("is missing if the refusal led to a new login of the client", async () => {
      const again = codeLogin({ at: 2000, state: "s2", code: "c2" });
      expect(await stopsOf([...login, call, ...again])).toEqual([undefined, undefined]);
    });

    test("is the preflight that does not allow the token's header", async () => {
      const url = "https://api.example/orders";
      const preflight = (allowed: string) => ({
        at: 890,
        url,
        method: "OPTIONS",
        headers: {
          Origin: app,
          "Access-Control-Request-Method": "GET",
          "Access-Control-Request-Headers": "authorization",
        },
        status: 204,
        answer: null,
        responseHeaders: {
          "Access-Control-Allow-Origin": app,
          "Access-Control-Allow-Headers": allowed,
        },
      });
      const lost = { ...call, status: 0, answer: null, error: "net::ERR_FAILED" };
      const refused = await stopOf([...login, preflight("content-type"), lost]);
      expect(refused).toMatchObject({ step: "api", by: "browser" });
      expect(refused?.sentence).toBe(
        "Stopped at the API request: the preflight response does not allow the request",
      );
      const wildcard = await stopOf([...login, preflight("*"), lost]);
      expect(wildcard?.at.exchange.method).toBe("OPTIONS");
      const allowed = await stopOf([...login, preflight("authorization"), lost]);
      expect(allowed?.at.exchange.method).toBe("GET");
    });

    test("is the last of several refused calls", async () => {
      const last = { ...call, url: "https://api.example/invoices", at: 1200, status: 403 };
      expect((await stopOf([...login, call, last]))?.at.exchange.url).toBe(last.url);
    });

    test("is the browser if CORS hid the response of the call from the page", async () => {
      const hidden = { ...call, status: 200, responseHeaders: { "Cache-Control": "no-store" } };
      expect(await stopOf([...login, hidden])).toMatchObject({ step: "api", by: "browser" });
      const shown = { ...hidden, responseHeaders: { "Access-Control-Allow-Origin": app } };
      expect(await stopOf([...login, shown])).toBeUndefined();
    });

    test("is missing if the user left the page during the call", async () => {
      const left = { ...call, status: 0, answer: null, error: "net::ERR_ABORTED" };
      expect(await stopOf([...login, left])).toBeUndefined();
    });
  });

  test("is missing for a call without a token that succeeded after the login", async () => {
    const call = { url: "https://api.example/cart", ...script };
    const early = { ...call, at: -900, headers: { Authorization: "Bearer old" }, status: 401 };
    const late = { ...call, at: 900, headers: { Authorization: "Bearer access-c" }, status: 200 };
    const login = codeLogin({});
    expect(await stopsOf([early, ...login, late])).toEqual([undefined, undefined]);
    expect((await stopsOf([early, ...login]))[0]?.step).toBe("api");
  });

  test("is the first request of a logout that did not return to the application", async () => {
    const end = `${idp}/session/end`;
    const query = { client_id: "spa", post_logout_redirect_uri: `${app}/` };
    const stop = await stopOf([
      { url: end, ...page, query, answer: "<h1>Sign out?</h1>" },
      {
        at: 100,
        url: `${end}/confirm`,
        ...page,
        form: { logout: "yes" },
        location: `${end}/success`,
      },
      { at: 200, url: `${end}/success`, ...page, answer: "<h1>Signed out</h1>" },
    ]);
    expect(URL.parse(stop?.at.exchange.url ?? "")?.pathname).toBe("/session/end");
    expect(stop?.sentence).toBe("Stopped at the logout: nothing followed");
  });

  test("quotes at most 300 characters", async () => {
    const answer = { ...refusal, error_description: "x".repeat(1000) };
    const stop = await stopOf([...toToken, { ...tokenRequest, status: 400, answer }]);
    expect(stop?.said.at(-1)?.text).toBe("x".repeat(300));
  });
});
