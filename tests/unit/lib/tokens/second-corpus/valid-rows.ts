import { CompactEncrypt, generateKeyPair } from "jose";
import { bareJwk, keySetText, nowInSeconds, sign, signProof, tenantIssuer } from "./issuers.ts";
import type { Row } from "./row.ts";
import {
  accessTokenClaims,
  clientId,
  idTokenClaims,
  logoutTokenClaims,
  nonce,
} from "./service-claims.ts";

export const validRows: readonly Row[] = [
  {
    name: "an ID token of the selected tenant, of a run",
    give: async ({ tenant }) => ({
      token: await sign(tenant, idTokenClaims()),
      isTenantSelected: true,
      clientId,
      nonce,
    }),
    inWords: "No fault.",
    verdict: "good",
    kind: "id-token",
  },
  {
    name: "an access token of the selected tenant by RFC 9068, PS256, bound to a DPoP key",
    give: async ({ tenantPss, client }) => ({
      token: await sign(
        tenantPss,
        { ...accessTokenClaims(), cnf: { jkt: client.thumbprint } },
        { typ: "at+jwt" },
      ),
      isTenantSelected: true,
      clientId,
    }),
    inWords: "No fault: the audience of an access token is the API, not the client.",
    verdict: "good",
    kind: "access-token",
  },
  {
    name: "an ID token of Entra, with the pasted key set",
    give: async ({ entra }) => ({
      token: await sign(entra, {
        aud: "6cb04018-a3f5-46a7-b995-940c78f5aef3",
        iss: "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0",
        iat: nowInSeconds - 300,
        nbf: nowInSeconds - 300,
        exp: nowInSeconds + 3600,
        aio: "Df2UVXL1ix!lMCWMSOJBcFatzcGfvFGhjKv8q5g0x732dR5MB5BisvGQO7YWByjd8iQDLq",
        name: "Abe Lincoln",
        nonce: "12345",
        oid: "00000000-0000-0000-66f3-3332eca7ea81",
        preferred_username: "abe@books.example",
        rh: "0.AQ8ADQQikWdsW0yxEjajBLZtrZhAsGz1o6dGuZWUDHj1rvMPAA.",
        sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
        tid: "9122040d-6c67-4c5b-b112-36a304b66dad",
        uti: "5gDwBS6qJkCjWc0iT8gDAA",
        ver: "2.0",
      }),
      pastedKeys: keySetText(entra),
    }),
    inWords: "No fault.",
    verdict: "good",
    kind: "id-token",
  },
  {
    name: "an access token of Keycloak, ES256, known by its claims, with the pasted key",
    give: async ({ keycloak }) => ({
      token: await sign(keycloak, {
        exp: nowInSeconds + 270,
        iat: nowInSeconds - 30,
        auth_time: nowInSeconds - 31,
        jti: "onrtac:0d3f3a7e-4c8e-4a3b-a1fe-5c6b7e2a9d10",
        iss: "https://sso.books.example/realms/shop",
        aud: "account",
        sub: "f2c1b0aa-6a93-4a0e-8c6d-5f6b1f0f9a31",
        typ: "Bearer",
        azp: "shop-web",
        sid: "b7d3f7c0-2f4a-45d0-9e0f-9a2f9d1f8f55",
        acr: "1",
        "allowed-origins": ["https://shop.books.example"],
        realm_access: { roles: ["offline_access", "default-roles-shop"] },
        resource_access: { account: { roles: ["manage-account", "view-profile"] } },
        scope: "openid profile email",
        email_verified: true,
        preferred_username: "ines",
      }),
      pastedKeys: JSON.stringify(keycloak.published),
    }),
    inWords: "No fault.",
    verdict: "good",
    kind: "access-token",
  },
  {
    name: "an access token of Keycloak for a client without an audience mapper",
    give: async ({ okta }) => ({
      token: await sign(okta, {
        exp: nowInSeconds + 30,
        iat: nowInSeconds - 270,
        jti: "trrtcc:5a2f6c1d-9b0e-4f7c-8d3a-1e6b7c8d9f00",
        iss: "https://sso.books.example/realms/stock",
        sub: "0c8a7d21-5c3e-4d69-b7f8-2a4e6c8f0b13",
        typ: "Bearer",
        azp: "stock-job",
        acr: "1",
        scope: "email profile",
        clientHost: "203.0.113.7",
        email_verified: false,
        preferred_username: "service-account-stock-job",
        clientAddress: "203.0.113.7",
        client_id: "stock-job",
      }),
      pastedKeys: keySetText(okta),
    }),
    inWords: "No fault: Keycloak sends no aud for this client, and this is not of RFC 9068.",
    verdict: "good",
    kind: "access-token",
  },
  {
    name: "an ID token of Google, with no tenant and no keys",
    give: async ({ okta }) => ({
      token: await sign(okta, {
        iss: "https://accounts.google.com",
        azp: "407408718192-books.apps.googleusercontent.com",
        aud: "407408718192-books.apps.googleusercontent.com",
        sub: "110248495921238986420",
        hd: "books.example",
        email: "ines@books.example",
        email_verified: true,
        at_hash: "77QmUPtjPfzWtF2AnpK9RQ",
        name: "Ines Okafor",
        picture: "https://img.example/ines.png",
        given_name: "Ines",
        family_name: "Okafor",
        iat: nowInSeconds - 120,
        exp: nowInSeconds + 3480,
      }),
      name: "id_token",
    }),
    inWords: "No fault is known; the signature is not checked, because there are no keys.",
    verdict: "not verified",
    kind: "id-token",
  },
  {
    name: "a back-channel logout token of the selected tenant",
    give: async ({ tenant }) => ({
      token: await sign(tenant, logoutTokenClaims(), { typ: "logout+jwt" }),
      isTenantSelected: true,
      clientId,
    }),
    inWords: "No fault.",
    verdict: "good",
    kind: "logout-token",
  },
  {
    name: "a DPoP proof, EdDSA, with no tenant",
    give: async ({ clientEd }) => ({
      token: await signProof(
        clientEd,
        {
          jti: "e1j3V_bKic8-LAEB",
          htm: "POST",
          htu: `${tenantIssuer}oauth/token`,
          iat: nowInSeconds - 2,
        },
        bareJwk(clientEd),
      ),
    }),
    inWords: "No fault: the key in the header verifies the proof (RFC 9449, section 4.3).",
    verdict: "good",
    kind: "dpop-proof",
  },
  {
    name: "an encrypted ID token of the selected tenant",
    give: async ({ tenant }) => {
      const { publicKey } = await generateKeyPair("RSA-OAEP-256");
      const signed = await sign(tenant, idTokenClaims());
      return {
        token: await new CompactEncrypt(new TextEncoder().encode(signed))
          .setProtectedHeader({
            alg: "RSA-OAEP-256",
            enc: "A256GCM",
            cty: "JWT",
            kid: "books-encryption-1",
          })
          .encrypt(publicKey),
        isTenantSelected: true,
        clientId,
      };
    },
    inWords: "No fault is known; only the client's private key decrypts the claims.",
    verdict: "not verified",
    kind: "encrypted",
  },
  {
    name: "an opaque access token of the selected tenant",
    give: async () => ({
      token: "mY7zK0hQ3vXbR9tLwE5cJ1nUaG8sPd2F",
      isTenantSelected: true,
      clientId,
      name: "access_token",
    }),
    inWords: "No fault is known; only the issuer can read the token.",
    verdict: "not verified",
    kind: "opaque",
  },
  {
    name: "a refresh token of the selected tenant",
    give: async () => ({
      token: "v1.MjAyNi0xMS0yMlQxMjowMDowMFo-q8R3tYw0ZxKp5nVb7sLdGh",
      isTenantSelected: true,
      name: "refresh_token",
    }),
    inWords: "No fault is known; only the issuer can read the token.",
    verdict: "not verified",
    kind: "refresh-token",
  },
];
