import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { beginLogin, createJudge, signer } from "./judged-responses.ts";
import { fragment, seconds } from "./signed-tokens.ts";

describe("parseHash and the requested tokens", () => {
  test.each([
    ["token id_token", { access_token: "a" }, "id_token"],
    ["token", { refresh_token: "r" }, "access_token"],
  ])("with %s, rejects %j without its %s", async (responseType, members, missing) => {
    const { parseHash } = createJudge({ responseType });
    const hash = fragment({ ...members, state: "s" });
    const error = await catchAuthError(parseHash({ hash, state: "s" }));
    expect(error).toMatchObject({
      error: "invalid_hash",
      reason: "token_missing",
      errorDescription: `The response is incomplete: ${missing} is missing, expected "${responseType}".`,
      remedy: "Log in again, and check the response type.",
      state: "s",
    });
  });

  test("rejects a response without the ID token that its login requested", async () => {
    const { webAuth, state } = await beginLogin(
      { responseType: "token id_token" },
      { responseType: "" },
    );
    const hash = fragment({ access_token: "a", state });
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error).toMatchObject({ error: "invalid_hash", reason: "token_missing" });
  });

  test("reports a missing token before an invalid state", async () => {
    const { parseHash } = createJudge({ responseType: "token id_token" });
    for (const state of ["s", ""]) {
      const error = await catchAuthError(
        parseHash({ hash: fragment({ access_token: "a", state }) }),
      );
      expect(error).toMatchObject({ error: "invalid_hash", reason: "token_missing" });
    }
  });

  test("prefers the response type of the login, or of the call, to the constructor's", async () => {
    const settings = { responseType: "token id_token" };
    const { webAuth, state } = await beginLogin({ responseType: "token" }, settings);
    const hash = fragment({ access_token: "a", state });
    expect((await webAuth.parseHash({ hash }))?.accessToken).toBe("a");
    const { parseHash } = createJudge(settings);
    const response = { hash: fragment({ access_token: "a", state: "s" }), state: "s" };
    expect((await parseHash({ ...response, responseType: "token" }))?.accessToken).toBe("a");
    for (const given of [
      { ...response, responseType: "id_token" },
      { ...response, responseType: "" },
    ]) {
      expect(await catchAuthError(parseHash(given))).toMatchObject({
        error: "invalid_hash",
        reason: "token_missing",
      });
    }
  });

  test("expects the client id of the login as the audience", async () => {
    const { webAuth, state, nonce } = await beginLogin({ clientID: "client-2" });
    const id_token = await signer.sign({ nonce, aud: "client-2" });
    const hash = fragment({ access_token: "a", id_token, state });
    expect((await webAuth.parseHash({ hash }))?.idTokenPayload?.aud).toBe("client-2");
  });

  test.each([
    ["org_7", { org_id: "org_7" }, { org_id: "org_8" }],
    ["Acme", { org_name: "acme" }, { org_name: "acme2" }],
    ["org_7", { org_id: "org_7" }, {}],
  ])("for the organization %s, accepts %j and rejects %j", async (organization, good, bad) => {
    const judge = async (claims: Record<string, unknown>) => {
      const { webAuth, state, nonce } = await beginLogin({ organization });
      const id_token = await signer.sign({ nonce, ...claims });
      return webAuth.parseHash({ hash: fragment({ access_token: "a", id_token, state }) });
    };
    expect(await judge(good)).not.toBeNull();
    expect(await catchAuthError(judge(bad))).toMatchObject({ reason: Object.keys(good)[0] });
  });

  test("checks auth_time against the max_age of the login", async () => {
    const judge = async (claims: Record<string, unknown>) => {
      const { webAuth, state, nonce } = await beginLogin({ maxAge: 300 });
      const id_token = await signer.sign({ nonce, ...claims });
      return webAuth.parseHash({ hash: fragment({ access_token: "a", id_token, state }) });
    };
    expect(await judge({ auth_time: seconds - 300 - 60 })).not.toBeNull();
    const old = judge({ auth_time: seconds - 300 - 61 });
    expect(await catchAuthError(old)).toMatchObject({ reason: "auth_time" });
    expect(await catchAuthError(judge({}))).toMatchObject({ reason: "auth_time" });
  });
});
