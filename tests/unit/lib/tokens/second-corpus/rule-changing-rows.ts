import { keySetText, nowInSeconds, sign } from "./issuers.ts";
import type { Row } from "./row.ts";
import { accessTokenClaims, clientId, nonce } from "./service-claims.ts";

/** Rows that led to a change of a rule. They are asserted, but are not in the figure. */
export const ruleChangingRows: readonly Row[] = [
  {
    name: "an access token of Cognito, without an audience, with the pasted key set",
    give: async ({ cognito }) => ({
      token: await sign(cognito, {
        sub: "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
        "cognito:groups": ["admins"],
        iss: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_aB3dE5gH7",
        version: 2,
        client_id: "1example23456789abcdefghij",
        origin_jti: "3d5f4a62-9a0c-4a5c-8c2c-5f2a2c4b7f10",
        token_use: "access",
        scope: "aws.cognito.signin.user.admin openid email",
        auth_time: nowInSeconds - 900,
        exp: nowInSeconds + 2700,
        iat: nowInSeconds - 900,
        jti: "5c1f6a0e-3b8e-4f0a-b5c6-7a7b0f4e2d11",
        username: "ines",
      }),
      pastedKeys: keySetText(cognito),
    }),
    inWords: "No fault: aud is optional in RFC 7519, and this token is not of RFC 9068.",
    verdict: "good",
    kind: "access-token",
  },
  {
    name: "an access token of the selected tenant, pasted as id_token",
    give: async ({ tenant }) => ({
      token: await sign(tenant, accessTokenClaims(), { typ: "at+jwt" }),
      isTenantSelected: true,
      clientId,
      nonce,
      name: "id_token",
    }),
    inWords: "This is an access token, and it is used as an ID token.",
    verdict: "fault",
    cause: "access-token-as-id-token",
    kind: "access-token",
  },
  {
    name: "an access token without typ at+jwt, in a cookie named __Secure-id_token",
    give: async ({ tenant }) => ({
      token: await sign(tenant, { ...accessTokenClaims(), aud: "https://orders.example/api" }),
      isTenantSelected: true,
      name: "__Secure-id_token",
    }),
    inWords: "Its claims are those of an access token, and it is used as an ID token.",
    verdict: "fault",
    cause: "claims-of-other-kind",
    kind: "access-token",
  },
];
