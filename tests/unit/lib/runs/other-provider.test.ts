import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "../../../../lib/runs/catalogue/index.ts";
import type { RunOutcome } from "../../../../lib/runs/run-operation.ts";
import { openOtherProvider } from "./other-provider-harness.ts";

let here: Awaited<ReturnType<typeof openOtherProvider>>;
beforeAll(async () => {
  here = await openOtherProvider();
});
afterAll(() => here.close());

const scope = "openid profile email";

/** Returns the tokens of a run that succeeded. */
function tokensOf(outcome: RunOutcome) {
  if (outcome.kind !== "succeeded") throw new Error(`The run ended: ${JSON.stringify(outcome)}`);
  return outcome.tokens;
}

describe("a provider of another make", () => {
  test.each([
    ["code pkce", ["accessToken", "idToken"]],
    ["code", ["code"]],
    ["id_token", ["idToken"]],
    ["token id_token", ["accessToken", "idToken"]],
    ["code token", ["accessToken", "code"]],
    ["code id_token", ["code", "idToken"]],
    ["code token id_token", ["accessToken", "code", "idToken"]],
  ])("logs the user in with the response type %s", async (responseType, expected) => {
    const outcome = await here.run("authorize", { responseType, scope });
    expect(Object.keys(tokensOf(outcome)).toSorted()).toEqual(expected);
    expect(await here.listChecks(outcome, "failed")).toEqual([]);
    const passed = await here.listChecks(outcome, "passed");
    expect(passed.includes("signature")).toBe(expected.includes("idToken"));
    expect(here.explain("authorize", { responseType })).toBeUndefined();
  });

  test.each(["code pkce", "token id_token", "id_token", "code id_token", "code token id_token"])(
    "renews the session in a frame with the response type %s",
    async (responseType) => {
      tokensOf(await here.run("authorize", { scope }));
      const outcome = await here.run("check-session", { responseType, scope });
      expect(tokensOf(outcome)).toHaveProperty("idToken");
      expect(await here.listChecks(outcome, "failed")).toEqual([]);
      expect(await here.listChecks(outcome, "passed")).toContain("signature");
      expect(here.browser.frames.size).toBe(0);
      expect(here.explain("check-session", { responseType })).toBeUndefined();
    },
  );

  test("tells if there is a session", async () => {
    tokensOf(await here.run("authorize", { scope }));
    expect(await here.run("get-sso-data")).toMatchObject({
      kind: "succeeded",
      result: { sso: true },
    });
  });

  test("returns the user of an access token", async () => {
    const { accessToken = "" } = tokensOf(await here.run("authorize", { scope }));
    expect(await here.run("user-info", { accessToken })).toMatchObject({
      kind: "succeeded",
      result: { sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true },
    });
    expect(await here.run("user-info", { accessToken: "another" })).toMatchObject({
      kind: "refused",
      error: { error: "invalid_token", statusCode: 401 },
    });
  });

  test("refreshes tokens, and refuses a refresh token that was used", async () => {
    const { refreshToken = "" } = tokensOf(
      // OpenID Connect Core 1.0, section 11: only a login with consent returns one.
      await here.run("authorize", { scope: `${scope} offline_access`, prompt: "consent" }),
    );
    const renewed = tokensOf(await here.run("refresh", { refreshToken }));
    expect(Object.keys(renewed).toSorted()).toEqual(["accessToken", "idToken", "refreshToken"]);
    expect(renewed.refreshToken).not.toBe(refreshToken);
    expect(await here.run("refresh", { refreshToken })).toMatchObject({
      kind: "refused",
      error: { error: "invalid_grant" },
    });
  });

  test("exchanges a code of another run", async () => {
    const { code = "" } = tokensOf(await here.run("authorize", { responseType: "code", scope }));
    const tokens = tokensOf(await here.run("exchange-code", { code }));
    expect(Object.keys(tokens).toSorted()).toEqual(["accessToken", "idToken"]);
  });

  test("says that it does not announce the response type token, which it refuses", async () => {
    expect(here.explain("authorize", { responseType: "token" })).toMatch(
      /^localhost:\d+ does not announce the response type token\.$/,
    );
    expect(await here.run("authorize", { responseType: "token", scope })).toMatchObject({
      kind: "refused",
      error: { error: "unsupported_response_type" },
    });
  });

  test("says which operations of the catalogue it does not have, and why", () => {
    const reasons = catalogue.map(({ id }) => [id, here.explain(id)?.replaceAll(/:\d+/g, ":PORT")]);
    const server = "localhost:PORT";
    const foreign = `is not part of OpenID Connect, and ${server} does not announce it.`;
    expect(Object.fromEntries(reasons)).toEqual({
      authorize: undefined,
      "popup-authorize": undefined,
      "check-session": undefined,
      "get-sso-data": undefined,
      logout: `Logout with returnTo ${foreign} Its logout endpoint is http://${server}/oidc/logout.`,
      login: `Login with a password ${foreign}`,
      "passwordless-start": `Passwordless start ${foreign}`,
      "passwordless-login": `Passwordless login ${foreign}`,
      "cross-origin-verification": `Cross-origin verification ${foreign}`,
      signup: `Signup ${foreign}`,
      "change-password": `Password reset ${foreign}`,
      "build-authorize-url": undefined,
      "parse-hash": undefined,
      "exchange-code": undefined,
      refresh: undefined,
      "client-credentials": `${server} does not announce the grant client_credentials.`,
      "exchange-token": `${server} does not announce the grant urn:ietf:params:oauth:grant-type:token-exchange.`,
      "user-info": undefined,
      "get-user": `User profile ${foreign}`,
      "patch-user-metadata": `User metadata ${foreign}`,
      "link-user": `Account linking ${foreign}`,
    });
  });

  test.each([
    ["authorize", { prompt: "none", scope }],
    ["check-session", { responseType: "code pkce", scope }],
  ])("refuses %s without a session", async (id, values) => {
    const another = await openOtherProvider();
    const outcome = await another.run(id, values);
    expect(outcome).toMatchObject({ kind: "refused", error: { error: "login_required" } });
    await another.close();
  });

  test("has its tokens refused by the library if its issuer has no slash at the end", async () => {
    const another = await openOtherProvider("");
    const outcome = await another.run("authorize", { responseType: "token id_token", scope });
    // The interface description makes the issuer of a domain `https://domain/`.
    expect(outcome).toMatchObject({
      kind: "refused",
      error: { error: "invalid_token", reason: "iss" },
    });
    expect(await another.listChecks(outcome, "failed")).toEqual(["issuer"]);
    await another.close();
  });
});
