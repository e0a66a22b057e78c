import { describe, expect, test } from "vitest";
import { decideKind } from "../../../../../lib/tokens/kinds/decide-kind.ts";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";
import { kinds, logoutEvent } from "../../../../../lib/tokens/kinds/kind-table.ts";

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
    [{}, { aud: "c", email: "a@b.example" }, "id_token", "ID token", "claim email"],
    [{}, { email: "a@b.example" }, "unknown", "JWT", "no typ, claim or name"],
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

  test.each<[header: JsonObject, payload: JsonObject, id: string, title: string]>([
    [{ typ: "oauth-authz-req+jwt" }, { nonce: "n" }, "request-object", "Request object"],
    [{}, { response_type: "code", client_id: "c" }, "request-object", "Request object"],
    [{ typ: "secevent+jwt" }, { client_id: "c" }, "security-event-token", "Security event token"],
    [{}, { events: { x: {} }, nonce: "n" }, "security-event-token", "Security event token"],
    [
      { typ: "token-introspection+jwt" },
      { nonce: "n" },
      "introspection-response",
      "Introspection response",
    ],
    [
      {},
      { iss: "i", aud: "a", error: "access_denied" },
      "authorization-response",
      "Authorization response (JARM)",
    ],
    [{ typ: "vc+jwt" }, { nonce: "n" }, "verifiable-credential", "Verifiable credential"],
    [{}, { vc: {}, nonce: "n" }, "verifiable-credential", "Verifiable credential"],
    [{}, { vp: {}, nonce: "n" }, "verifiable-presentation", "Verifiable presentation"],
    [{ typ: "dc+sd-jwt" }, { cnf: { jwk: {} } }, "sd-jwt-credential", "SD-JWT credential"],
    [{ typ: "vc+sd-jwt" }, { cnf: { jwk: {} } }, "sd-jwt-credential", "SD-JWT credential"],
    [{}, { _sd: ["x"], _sd_alg: "sha-256", email: "a@b.example" }, "sd-jwt", "SD-JWT"],
    [{ typ: "kb+jwt" }, { nonce: "n" }, "key-binding", "Key binding of an SD-JWT"],
    [{ typ: "statuslist+jwt" }, {}, "status-list", "Status list"],
    [
      { typ: "openid4vci-proof+jwt" },
      { nonce: "n" },
      "credential-proof",
      "Key proof for a credential",
    ],
    [{}, { jwks: {}, metadata: {}, nonce: "n" }, "entity-statement", "Entity statement"],
    [{ typ: "trust-mark+jwt" }, {}, "trust-mark", "Trust mark"],
    [{}, { software_id: "s", client_id: "c" }, "software-statement", "Software statement"],
    [
      {},
      { iss: "client", sub: "client", aud: "https://as.example/token", scope: "a" },
      "assertion",
      "Assertion (RFC 7523)",
    ],
    [{}, { typ: "Refresh", scope: "openid", nonce: "n" }, "refresh-token", "Refresh token"],
  ])("names the kind of %j with the payload %j, which is no token of a login", (...row) => {
    const [header, payload, id, title] = row;
    const { use, tokenKind } = decideKind({ header, payload });
    expect({ use, id: tokenKind.id, title: tokenKind.title }).toEqual({
      use: "unknown",
      id,
      title,
    });
    expect(decideKind({ header, payload }, { name: "id_token" })).toMatchObject({
      use: "id_token",
      tokenKind: { title },
    });
  });

  test.each<[payload: JsonObject, title: string, evidence: string]>([
    [{ token_use: "access", auth_time: 1 }, "Access token", "claim token_use access"],
    [{ token_use: "id", scope: "openid" }, "ID token", "claim token_use id"],
    [{ typ: "Logout", nonce: "n" }, "Logout token", "claim typ logout"],
    [{ type: "app", email: "a@b.example" }, "JWT", "no typ, claim or name"],
    [{ roles: ["Task.Read"] }, "Access token", "claim roles"],
    [{ sub: "u", email: "a@b.example", aud: "c" }, "User info response", "claim email"],
    [{ sub: "u", sid: "s", exp: 1 }, "Session token", "claims sid and sub"],
    [{ iss: "https://as.example", aud: "https://api.example" }, "JWT", "no typ, claim or name"],
    [{ iss: "did:web:a.example", aud: "https://api.example" }, "JWT", "no typ, claim or name"],
  ])("decides the kind for the payload %j by the words and the usual claims", (...row) => {
    const [payload, title, evidence] = row;
    const { tokenKind } = decideKind({ header: { typ: "JWT" }, payload });
    expect(tokenKind.title).toBe(title);
    expect(tokenKind.evidence[0]).toContain(evidence);
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
    ["client_assertion", "unknown"],
    ["refresh_token", "unknown"],
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
    expect(decideKind(token, { name: "access_token", use: "id_token" })).toMatchObject({
      use: "id_token",
      tokenKind: { id: "id-token", title: "ID token", evidence: ["its place in the response"] },
    });
  });

  test("takes a token for the chosen client for an ID token", () => {
    const token = { header: {}, payload: { aud: "demo-spa" } };
    expect(decideKind(token, { clientId: "demo-spa" }).use).toBe("id_token");
    expect(decideKind(token, { clientId: "other" }).use).toBe("unknown");
  });

  test.each(kinds.flatMap(({ id, types = [] }) => types.map((type) => [type, id])))(
    "knows the type %s as %s, whatever the claims are",
    (typ, id) => {
      const payload = { nonce: "n", scope: "openid", email: "a@b.example" };
      const { tokenKind } = decideKind({ header: { typ: typ.toUpperCase() }, payload });
      expect(tokenKind).toMatchObject({ id, evidence: [`header typ ${typ}`] });
    },
  );
});
