import type { Operation } from "../operation.ts";
import { callWebAuth, clientField, pick, redirectField, redirectOf } from "./fields.ts";
import { grantNotAllowed, hs256, invalidGrant, requestFailed } from "./risks.ts";
import { invalidClient } from "./token-risks.ts";
import { listWarnings, warnOfHs256 } from "./warnings.ts";

export const exchangeCode: Operation = {
  id: "exchange-code",
  group: "Tokens",
  title: "Code exchange",
  action: "Exchange",
  summary: "Exchanges the code of an authorization response for tokens, as a public client.",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  fields: [
    { name: "code", label: "Code", kind: "token", token: "code", isRequired: true },
    {
      name: "codeVerifier",
      label: "Code verifier",
      kind: "secret",
      hint: "The verifier of the code challenge in the authorization request.",
    },
    {
      ...redirectField,
      hint: "Exactly the callback URL of the authorization request.",
    },
    {
      name: "nonce",
      label: "Expected nonce",
      kind: "text",
      placeholder: "not checked",
      isAdvanced: true,
    },
    clientField,
  ],
  risks: [invalidGrant, invalidClient, grantNotAllowed, hs256, requestFailed],
  warn: ({ codeVerifier = "" }, _setting, facts) =>
    listWarnings(
      codeVerifier === ""
        ? "Without a code verifier, the tenant refuses a client without a secret. A code for a server is redeemed by the server, with its secret."
        : undefined,
      warnOfHs256(facts),
    ),
  call: (values, setting) =>
    callWebAuth(
      "client.oauthToken",
      [
        {
          grantType: "authorization_code",
          redirectUri: redirectOf(values, setting),
          ...pick(values, ["code", "codeVerifier", "nonce"]),
        },
      ],
      values,
      setting,
    ),
};
