import { exportJWK } from "jose";
import {
  encodePart,
  keySetText,
  nowInSeconds,
  pemOf,
  sign,
  signProof,
  signWithSecret,
  tenantIssuer,
} from "./issuers.ts";
import type { Row } from "./row.ts";
import { accessTokenClaims, clientId, logoutTokenClaims, nonce } from "./service-claims.ts";

const ofTenant = { isTenantSelected: true, clientId };

/** Other tokens, each with one fault. */
export const otherFaultyTokens: readonly Row[] = [
  {
    name: "an access token of Ping, ES384, for a booking that starts in an hour",
    give: async ({ ping }) => ({
      token: await sign(
        ping,
        {
          iss: "https://auth.pingone.eu/5c6d8f7a-3f0d-4c2e-9d9d-0a6f2d9c7a55/as",
          sub: "a4c6e1a2-5c88-4f9e-8e5a-2b6f3d7e9c10",
          aud: ["https://bookings.books.example"],
          client_id: "7b1f7a39-3bb2-4e4c-9a3b-6a0e6c7a1d22",
          scope: "bookings:write",
          jti: "0b9a1d1f-5a9e-4f24-8c33-8f2e7c1d0a44",
          iat: nowInSeconds - 30,
          nbf: nowInSeconds + 3600,
          exp: nowInSeconds + 7200,
        },
        { typ: "at+jwt" },
      ),
      pastedKeys: await pemOf(ping),
    }),
    inWords: "The token is not valid yet: nbf is in an hour.",
    verdict: "fault",
    cause: "not-yet-valid",
    kind: "access-token",
  },
  {
    name: "an access token of the staging tenant while the production tenant is selected",
    give: async ({ staging }) => ({
      token: await sign(
        staging,
        {
          ...accessTokenClaims(),
          iss: "https://staging.tenant-books.example/",
          aud: ["https://orders.example/api", "https://staging.tenant-books.example/userinfo"],
        },
        { typ: "at+jwt" },
      ),
      ...ofTenant,
    }),
    inWords: "Another tenant issued the token; hence its key is not among this tenant's keys.",
    verdict: "fault",
    cause: "issuer-different",
    kind: "access-token",
  },
  {
    name: "an access token with a permission that was added after it was signed",
    give: async ({ tenant }) => {
      const token = await sign(tenant, accessTokenClaims(), { typ: "at+jwt" });
      const [header, , signature] = token.split(".");
      const claims = { ...accessTokenClaims(), permissions: ["read:orders", "delete:orders"] };
      return { token: [header, encodePart(claims), signature].join("."), ...ofTenant };
    },
    inWords: "The signature does not match the payload: the payload was changed.",
    verdict: "fault",
    cause: "signature-wrong",
    kind: "access-token",
  },
  {
    name: "an access token of Okta, signed after a key rotation, with an old key set",
    give: async ({ okta, oktaOld }) => ({
      token: await sign(
        okta,
        {
          ver: 1,
          jti: "AT.0mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE",
          iss: "https://books.okta.com/oauth2/default",
          aud: "api://default",
          sub: "ines@books.example",
          iat: nowInSeconds - 60,
          exp: nowInSeconds + 3540,
          cid: "0oabucvyc38HLL1ef0h7",
          uid: "00ujchcpscjC6JoYX0g7",
          scp: ["openid", "profile", "orders.read"],
          auth_time: nowInSeconds - 62,
        },
        {},
      ),
      pastedKeys: keySetText(oktaOld),
    }),
    inWords: "The key set does not have the key with the token's kid.",
    verdict: "fault",
    cause: "key-unknown",
    kind: "access-token",
  },
  {
    name: "an access token with HS256, whose secret is the tenant's public key (PEM)",
    give: async ({ tenant }) => ({
      token: await signWithSecret(
        await pemOf(tenant),
        { ...accessTokenClaims(), permissions: ["admin"] },
        { typ: "at+jwt", kid: tenant.kid },
      ),
      ...ofTenant,
    }),
    inWords: "The algorithm is HS256, although the tenant signs with private keys.",
    verdict: "fault",
    cause: "access-token-shared-secret",
    kind: "access-token",
  },
  {
    name: "a home-made access token, EdDSA, with two members named role",
    give: async ({ homeMade }) => ({
      token: await sign(
        homeMade,
        `{"iss":"https://api.books.example","aud":"https://api.books.example","sub":"42",` +
          `"client_id":"shop","jti":"7781","role":"reader","iat":${nowInSeconds - 9},` +
          `"exp":${nowInSeconds + 891},"role":"admin"}`,
        { typ: "at+jwt" },
      ),
      pastedKeys: JSON.stringify(homeMade.published),
    }),
    inWords: "The payload has the member role twice (RFC 7519, section 4).",
    verdict: "fault",
    cause: "duplicate-members",
    kind: "access-token",
  },
  {
    name: "an access token of Ping, PS256, with a critical header parameter of its own",
    give: async ({ pingPss }) => ({
      token: await sign(
        pingPss,
        {
          iss: "https://auth.pingone.eu/5c6d8f7a-3f0d-4c2e-9d9d-0a6f2d9c7a55/as",
          sub: "a4c6e1a2-5c88-4f9e-8e5a-2b6f3d7e9c10",
          aud: ["https://bookings.books.example"],
          client_id: "7b1f7a39-3bb2-4e4c-9a3b-6a0e6c7a1d22",
          jti: "c2f6c1b9-1b4e-4d5b-8a0d-9a4f0b5e6d77",
          iat: nowInSeconds - 30,
          exp: nowInSeconds + 3570,
        },
        { typ: "at+jwt", crit: ["urn:books:device"], "urn:books:device": "till-4" },
      ),
      pastedKeys: keySetText(pingPss),
    }),
    inWords: "A header parameter is critical, and no client knows it: the token must be refused.",
    verdict: "fault",
    cause: "critical-parameters",
    kind: "access-token",
  },
  {
    name: "a DPoP proof whose header holds the private key",
    give: async ({ client }) => ({
      token: await signProof(
        client,
        {
          jti: "-BwC3ESc6acc2lTc",
          htm: "GET",
          htu: "https://orders.example/api/orders",
          iat: nowInSeconds - 4,
          ath: "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo",
        },
        await exportJWK(client.privateKey),
      ),
    }),
    inWords: "The key in the header is a private key (RFC 9449, section 4.2).",
    verdict: "fault",
    cause: "dpop-key-private",
    kind: "dpop-proof",
  },
  {
    name: "a back-channel logout token, ES256, with a nonce",
    give: async ({ tenantEc }) => ({
      token: await sign(
        tenantEc,
        { ...logoutTokenClaims(), iss: tenantIssuer, nonce },
        { typ: "logout+jwt" },
      ),
      ...ofTenant,
    }),
    inWords:
      "The logout token has a nonce, which is prohibited (Back-Channel Logout, section 2.4).",
    verdict: "fault",
    cause: "logout-nonce",
    kind: "logout-token",
  },
];
