import { expect, test } from "vitest";

import {
  findStoredTokens,
  type StoredEntry,
} from "../../../../../lib/tokens/input/find-stored-tokens.ts";
import { writeToken } from "../sign-token.ts";

const id = writeToken({ alg: "RS256" }, { sub: "ada", nonce: "n" });
const access = writeToken({ alg: "RS256", typ: "at+jwt" }, { sub: "ada", scope: "openid" });
const refresh = "v1.MjQ1NDk1ODc2-refresh_7";

const entry = (key: string, value: unknown): StoredEntry => ({
  area: "localStorage",
  key,
  value: typeof value === "string" ? value : JSON.stringify(value),
});

const msal = {
  homeAccountId: "9f4880d8-80ba-4c40-97bc-f7a23c703084.f645ad92-e38d-4d1a-b510-d1b09a74a8ca",
  environment: "login.example",
  clientId: "f7a5d6a1-3a4e-4c43-9a0e-1c2f5b1b9c11",
  realm: "f645ad92-e38d-4d1a-b510-d1b09a74a8ca",
  lastUpdatedAt: "1764500000000",
};
const auth0 = "@@auth0spajs@@::app::https://api.example::openid";
const oidc = "oidc.user:https://acme.example:app";

test.each([
  [
    "the cache of auth0-spa-js",
    [
      entry(auth0, { body: { access_token: access, refresh_token: refresh }, expiresAt: 5 }),
      entry("@@auth0spajs@@::app::@@user@@", {
        id_token: id,
        decodedToken: { claims: { __raw: id, sub: "ada" } },
      }),
    ],
    [
      [access, "access"],
      [refresh, "refresh"],
      [id, "id"],
    ],
  ],
  [
    "the user of oidc-client",
    [entry(oidc, { id_token: id, access_token: "opaque-4f7a91", profile: { sub: "ada" } })],
    [
      [id, "id"],
      ["opaque-4f7a91", "access"],
    ],
  ],
  [
    "the cache of MSAL",
    [
      entry("a.b-login.example-idtoken-c", { ...msal, credentialType: "IdToken", secret: id }),
      entry("a.b-login.example-refreshtoken-c", {
        credentialType: "RefreshToken",
        ...msal,
        secret: "0.AXoA",
      }),
      entry("a.b-login.example-accesstoken-c", {
        ...msal,
        secret: access,
        expiresOn: "1764500000",
        target: "openid profile api.read",
        tokenType: "Bearer",
        credentialType: "AccessToken",
      }),
      entry("msal.token.keys.c", { idToken: ["a.b-login.example-idtoken-c"] }),
    ],
    [
      [id, "id"],
      ["0.AXoA", "refresh"],
      [access, "access"],
    ],
  ],
  [
    "JSON within JSON, three levels deep",
    [
      entry("persist:root", {
        auth: JSON.stringify({ user: JSON.stringify({ access_token: access }) }),
      }),
    ],
    [[access, "access"]],
  ],
  [
    "a value under its own key, and a cookie in percent-encoding",
    [
      entry("access_token", "opaque-4f7a91"),
      {
        area: "cookie",
        key: "session",
        value: encodeURIComponent(JSON.stringify({ id_token: id })),
      },
    ],
    [
      ["opaque-4f7a91", "access"],
      [id, "id"],
    ],
  ],
  ["a token without a name", [entry("x", id)], [[id, undefined]]],
  [
    "the same token in two places, once without a telling name",
    [entry("x", id), entry("y", { id_token: id })],
    [[id, "id"]],
  ],
] satisfies [string, StoredEntry[], [string, string | undefined][]][])(
  "finds the tokens of %s",
  (_what, entries, expected) => {
    expect(findStoredTokens(entries).map(({ token, role }) => [token, role])).toEqual(expected);
  },
);

test.each([
  ["idToken", "id"],
  ["ID-Token", "id"],
  ["id_token_hint", "id"],
  ["valid_token", undefined],
  ["accessToken", "access"],
  ["access_token_2", "access"],
  ["Authorization", "access"],
  ["authorization_2", undefined],
  ["pre_authorization", undefined],
  ["my_access_token", undefined],
  ["refreshToken", "refresh"],
  ["old_refresh_token", undefined],
])("takes a JWT under the name %s for the role %s", (name, role) => {
  expect(findStoredTokens([entry("cache", { [name]: id })])).toEqual([
    { token: id, area: "localStorage", key: "cache", role },
  ]);
});

test.each([
  [{ credentialType: "IDTOKEN", secret: "opaque-4f7a91" }, ["opaque-4f7a91", "id"]],
  [{ credentialType: "AccessToken_With_AuthScheme", secret: access }, [access, "access"]],
  [{ credentialType: "toString", secret: access }, [access, undefined]],
  [[{ credentialType: "IdToken", secret: access }], [access, "id"]],
])("reads the cache entry of MSAL %#", (value, expected) => {
  const found = findStoredTokens([entry("a.b-login.example", value)]);
  expect(found.map(({ token, role }) => [token, role])).toEqual([expected]);
});

test("does not take the first place's role away when the token comes again under another name", () => {
  const entries = [entry("first", { id_token: id }), entry("second", { access_token: id })];
  expect(findStoredTokens(entries)).toEqual([
    { token: id, area: "localStorage", key: "first", role: "id" },
  ]);
});

test("finds nothing in values that are no tokens", () => {
  const entries = [
    entry("theme", "dark"),
    entry("device", "0f2b6c5a9e"),
    entry("credential", { credentialType: "Account", secret: 5 }),
    entry("empty", { credentialType: "IdToken", secret: "" }),
    entry("number", { credentialType: "IdToken", secret: 5 }),
    entry("msal", '{"credentialType":"IdToken","secret":'),
    entry("", ""),
    entry("__proto__", "constructor"),
  ];
  expect(findStoredTokens(entries)).toEqual([]);
});

test("names the place of each token", () => {
  expect(findStoredTokens([{ area: "cookie", key: "jwt", value: id }])).toEqual([
    { token: id, area: "cookie", key: "jwt", role: undefined },
  ]);
});
