import type { Operation } from "../operation.ts";
import { audienceField, callWebAuth, clientField, pick, scopeField } from "./fields.ts";
import { hs256, invalidRequest, requestFailed } from "./risks.ts";
import { invalidClient } from "./token-risks.ts";

export const exchangeToken: Operation = {
  id: "exchange-token",
  group: "Tokens",
  title: "Token exchange",
  action: "Exchange",
  summary:
    "Exchanges a token of another system, which an action of the tenant validates (RFC 8693).",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  fields: [
    {
      name: "subjectToken",
      label: "Subject token",
      kind: "token",
      token: "id",
      isRequired: true,
    },
    {
      name: "subjectTokenType",
      label: "Subject token type",
      kind: "text",
      isRequired: true,
      placeholder: "urn:acme:legacy",
      hint: "The type of one of the token exchange profiles in the popup.",
    },
    audienceField,
    scopeField,
    clientField,
  ],
  risks: [
    {
      ...invalidRequest,
      cause: "No profile has this subject token type, or the action rejected the subject token.",
      remedy: "Create the profile in the popup, or read the log of the action.",
    },
    {
      error: "unauthorized_client",
      cause: "The application may not use token exchange.",
      remedy: "Allow token exchange for the application. It must be your own and comply with OIDC.",
    },
    {
      error: "server_error",
      cause: "The action set no user.",
      remedy: "Correct the action, and deploy it.",
    },
    {
      error: "access_denied",
      cause: "The user is blocked, the action denied the exchange, or the audience is unknown.",
      remedy: "Read the error description, and the tenant's log.",
    },
    {
      error: "too_many_attempts",
      cause: "Too many subject tokens from this address were rejected.",
      remedy: "Wait ten minutes, and correct the subject token.",
    },
    invalidClient,
    hs256,
    requestFailed,
  ],
  warn: () => [
    "Validate the subject token securely in the action: a forged token logs in as the user.",
  ],
  call: (values, setting) =>
    callWebAuth(
      "client.oauthToken",
      [
        {
          grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
          ...pick(values, ["subjectToken", "subjectTokenType", "audience", "scope"]),
        },
      ],
      values,
      setting,
    ),
};
