import { describe, expect, test } from "vitest";
import { decideKind, logoutEvent } from "../../../../../lib/tokens/kinds/decide-kind.ts";

const bound = { cnf: { jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" } };

describe("decideKind", () => {
  test.each([
    [{ typ: "at+jwt" }, {}, "access_token", "Access token (RFC 9068)", "header typ at+jwt"],
    [
      { typ: "application/AT+JWT" },
      { nonce: "n" },
      "access_token",
      "Access token (RFC 9068)",
      "header typ at+jwt",
    ],
    [{ typ: "logout+jwt" }, {}, "logout_token", "Logout token", "header typ logout+jwt"],
    [{ typ: "dpop+jwt" }, {}, "dpop_proof", "DPoP proof", "header typ dpop+jwt"],
    [{ typ: "JWT" }, { scope: "openid" }, "access_token", "Access token", "claim scope"],
    [
      {},
      { scope: "a", permissions: [] },
      "access_token",
      "Access token",
      "claims scope, permissions",
    ],
    [{}, { scope: "openid", nonce: "n" }, "id_token", "ID token", "claim nonce"],
    [{}, { at_hash: "x", c_hash: "y" }, "id_token", "ID token", "claims at_hash, c_hash"],
    [{}, { scope: "a", auth_time: 1 }, "access_token", "Access token", "claim scope"],
    [{}, { auth_time: 1 }, "id_token", "ID token", "claim auth_time"],
    [{}, { email: "a@b.example" }, "id_token", "ID token", "claim email"],
    [
      {},
      { events: { [logoutEvent]: {} }, nonce: "n" },
      "logout_token",
      "Logout token",
      "claim events with the member backchannel-logout",
    ],
    [{ jwk: {} }, { htm: "GET", htu: "x" }, "dpop_proof", "DPoP proof", "claims htm and htu"],
    [{}, { htm: "GET", htu: "x" }, "unknown", "JWT", "no typ, claim or name"],
    [{}, { events: [logoutEvent] }, "unknown", "JWT", "no typ, claim or name"],
    [{ typ: 7 }, {}, "unknown", "JWT", "no typ, claim or name"],
  ])("decides the kind for the header %j and the payload %j", (header, payload, ...expected) => {
    const { use, tokenKind } = decideKind({ header, payload });
    const [wantedUse, title, evidence] = expected;
    expect({ use, title: tokenKind.title }).toEqual({ use: wantedUse, title });
    expect(tokenKind.evidence[0]).toContain(evidence);
  });

  test.each([
    [{ typ: "oauth-authz-req+jwt" }, { nonce: "n", scope: "openid" }, "Request object"],
    [{}, { response_type: "code", client_id: "c", nonce: "n" }, "Request object"],
    [{ typ: "secevent+jwt" }, { events: { x: {} }, client_id: "c" }, "Security event token"],
    [{ typ: "token-introspection+jwt" }, { nonce: "n" }, "Introspection response"],
    [{ typ: "dc+sd-jwt" }, { cnf: { jwk: {} } }, "SD-JWT credential"],
    [{ typ: "vc+sd-jwt" }, { cnf: { jwk: {} } }, "SD-JWT credential"],
    [{}, { _sd: ["x"], _sd_alg: "sha-256", email: "a@b.example" }, "SD-JWT"],
    [{ typ: "kb+jwt" }, { nonce: "n", sd_hash: "x" }, "Key binding of an SD-JWT"],
  ])("names the kind of %j with the payload %j, which is no token of a login", (...row) => {
    const [header, payload, title] = row;
    const { use, tokenKind } = decideKind({ header, payload });
    expect({ use, id: tokenKind.id, title: tokenKind.title }).toEqual({
      use: "unknown",
      id: "jwt",
      title,
    });
    expect(tokenKind.evidence[0]).toMatch("typ" in header ? `header typ ${header.typ}` : /^claim/);
    expect(decideKind({ header, payload }, { name: "id_token" })).toMatchObject({
      use: "id_token",
      tokenKind: { title },
    });
  });

  test.each([
    [bound, "Access token (RFC 9068), bound to a DPoP key"],
    [{ cnf: { "x5t#S256": "x" } }, "Access token (RFC 9068), bound to a client certificate"],
    [{ cnf: { kid: "x" } }, "Access token (RFC 9068)"],
    [{ cnf: "x" }, "Access token (RFC 9068)"],
  ])("names the binding of an access token with %j", (payload, title) => {
    expect(decideKind({ header: { typ: "at+jwt" }, payload }).tokenKind.title).toBe(title);
  });

  test.each([
    ["id_token", "id_token"],
    ["id_token_hint", "id_token"],
    ["__Host-id_token", "id_token"],
    ["auth.idToken", "id_token"],
    ["invalid_token", "unknown"],
    ["access_token", "access_token"],
    ["Authorization", "access_token"],
    ["logout_token", "logout_token"],
    ["DPoP", "dpop_proof"],
    ["assertion", "unknown"],
  ])("uses the name %s in the text if the token itself is not conclusive", (name, use) => {
    expect(decideKind({ header: {}, payload: {} }, { name }).use).toBe(use);
  });

  test.each([
    [{ typ: "at+jwt" }, { nonce: "n" }, "Access token (RFC 9068)", ["header typ at+jwt"]],
    [{ typ: "logout+jwt" }, {}, "Logout token", ["header typ logout+jwt"]],
    [{ typ: "dpop+jwt" }, {}, "DPoP proof", ["header typ dpop+jwt"]],
    [{}, { scope: "openid", permissions: [] }, "Access token", ["claim scope"]],
    [{ jwk: {} }, { htm: "GET", htu: "x" }, "DPoP proof", ["claims htm and htu", "header jwk"]],
    [{}, { permissions: [] }, "ID token", []],
    [{}, { cnf: { jkt: "x" }, scope: "a", nonce: "n" }, "ID token", ["claim nonce"]],
  ])(
    "applies the rules for ID tokens to %j with the payload %j under the name id_token",
    (header, payload, title, own) => {
      const { use, tokenKind } = decideKind({ header, payload }, { name: "id_token" });
      expect({ use, title: tokenKind.title }).toEqual({ use: "id_token", title });
      const isOwn = own[0] === "claim nonce";
      expect(tokenKind.evidence).toEqual(isOwn ? own : [...own, "the name id_token in the text"]);
    },
  );

  test("prefers the claims to any other name in the text, and the run to both", () => {
    const token = { header: {}, payload: { scope: "openid" } };
    expect(decideKind(token, { name: "logout_token" }).use).toBe("access_token");
    expect(decideKind(token, { name: "access_token", use: "id_token" })).toEqual({
      use: "id_token",
      tokenKind: { id: "id-token", title: "ID token", evidence: ["its place in the response"] },
    });
  });

  test("takes a token for the chosen client for an ID token", () => {
    const token = { header: {}, payload: { aud: "demo-spa" } };
    expect(decideKind(token, { clientId: "demo-spa" }).use).toBe("id_token");
    expect(decideKind(token, { clientId: "other" }).use).toBe("unknown");
  });
});
