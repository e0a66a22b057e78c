import { encodePart, keySetText, nowInSeconds, sign, signWithSecret } from "./issuers.ts";
import type { Row } from "./row.ts";
import { clientId, idTokenClaims, nonce } from "./service-claims.ts";

const ofRun = { isTenantSelected: true, clientId, nonce };
const ofTenant = { isTenantSelected: true, clientId };

/** ID tokens, each with one fault. */
export const faultyIdTokens: readonly Row[] = [
  {
    name: "an ID token of yesterday's HAR file",
    give: async ({ tenant }) => ({
      token: await sign(tenant, {
        ...idTokenClaims(),
        iat: nowInSeconds - 86_400,
        exp: nowInSeconds - 50_400,
      }),
      ...ofRun,
    }),
    inWords: "The token is expired: 14 hours ago.",
    verdict: "fault",
    cause: "expired",
    kind: "id-token",
  },
  {
    name: "an ID token on a computer whose clock is ten minutes behind",
    give: async ({ tenant }) => ({
      token: await sign(tenant, {
        ...idTokenClaims(),
        iat: nowInSeconds + 600,
        exp: nowInSeconds + 36_600,
      }),
      ...ofRun,
    }),
    inWords: "The token was issued in the future.",
    verdict: "fault",
    cause: "issued-in-the-future",
    kind: "id-token",
  },
  {
    name: "an ID token whose issuer a gateway wrote without the trailing slash",
    give: async ({ tenant }) => ({
      token: await sign(tenant, { ...idTokenClaims(), iss: "https://tenant.example" }),
      ...ofRun,
    }),
    inWords: "The issuer differs from the tenant's only by the slash at its end.",
    verdict: "fault",
    cause: "issuer-slash",
    kind: "id-token",
  },
  {
    name: "an ID token of another application of the same tenant",
    give: async ({ tenant }) => ({
      token: await sign(tenant, { ...idTokenClaims(), aud: "Zq4nD8eXw1TgB6yLk0sVhR3mJc7uPf5A" }),
      ...ofTenant,
    }),
    inWords: "The audience is another client: the chosen client is not in aud.",
    verdict: "fault",
    cause: "audience-without-client",
    kind: "id-token",
  },
  {
    name: "an ID token of an older login of the same user",
    give: async ({ tenant }) => ({
      token: await sign(tenant, { ...idTokenClaims(), nonce: "bWf1~oldLogin.0aK8Qz" }),
      ...ofRun,
    }),
    inWords: "The nonce is not the one of this login.",
    verdict: "fault",
    cause: "nonce-different",
    kind: "id-token",
  },
  {
    name: "an ID token that a mock server signed with its own key under the tenant's kid",
    give: async ({ tenant, staging }) => ({
      token: await sign(staging, idTokenClaims(), { typ: "JWT", kid: tenant.kid }),
      ...ofRun,
    }),
    inWords: "The signature is not by the tenant's key of this kid.",
    verdict: "fault",
    cause: "signature-wrong",
    kind: "id-token",
  },
  {
    name: "an ID token of a test stub, with alg none",
    give: async () => ({
      token: `${encodePart({ alg: "none", typ: "JWT" })}.${encodePart(idTokenClaims())}.`,
      ...ofRun,
    }),
    inWords: "The algorithm is none: the token is not signed.",
    verdict: "fault",
    cause: "alg-none",
    kind: "id-token",
  },
  {
    name: "an ID token of an application with the algorithm HS256",
    give: async () => ({
      token: await signWithSecret("client-secret-of-the-application-of-books", idTokenClaims()),
      ...ofRun,
    }),
    inWords: "The ID token is signed with HS256, which version 10 refuses: change to RS256.",
    verdict: "fault",
    cause: "alg-hs256",
    kind: "id-token",
  },
  {
    name: "an ID token of a home-made provider, without sub",
    give: async ({ okta }) => ({
      token: await sign(okta, {
        iss: "https://id.books.example",
        aud: "books-web",
        email: "ines@books.example",
        name: "Ines Okafor",
        iat: nowInSeconds - 5,
        auth_time: nowInSeconds - 6,
        exp: nowInSeconds + 3595,
        nonce: "n-0S6_WzA2Mj",
      }),
      name: "id_token",
      pastedKeys: keySetText(okta),
    }),
    inWords: "The subject is missing (OpenID Connect Core, section 2).",
    verdict: "fault",
    cause: "subject-missing",
    kind: "id-token",
  },
  {
    name: "an ID token for two applications, whose azp is the partner's application",
    give: async ({ tenant }) => ({
      token: await sign(tenant, {
        ...idTokenClaims(),
        aud: [clientId, "partner-shop-9K2m"],
        azp: "partner-shop-9K2m",
      }),
      ...ofRun,
      name: "id_token",
    }),
    inWords: "The token was issued to another application: azp names the partner's.",
    verdict: "fault",
    cause: "authorized-party-different",
    kind: "id-token",
  },
];
