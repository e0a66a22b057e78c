import type { Operation } from "../operation.ts";
import { callWebAuth, clientField, pick } from "./fields.ts";
import { grantNotAllowed, hs256, invalidGrant, requestFailed } from "./risks.ts";
import { invalidClient } from "./token-risks.ts";
import { listWarnings, warnOfHs256 } from "./warnings.ts";

export const refresh: Operation = {
  id: "refresh",
  group: "Tokens",
  title: "Token refresh",
  action: "Refresh",
  summary: "Exchanges a refresh token for new tokens, as a public client.",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  fields: [
    {
      name: "refreshToken",
      label: "Refresh token",
      kind: "token",
      token: "refresh",
      isRequired: true,
      hint: "A login with code and the scope offline_access returns one.",
    },
    {
      name: "scope",
      label: "Scope",
      kind: "text",
      placeholder: "the scopes of the login",
      hint: "You can request fewer scopes than the login had.",
    },
    clientField,
  ],
  risks: [invalidGrant, grantNotAllowed, invalidClient, hs256, requestFailed],
  warn: (_values, _setting, facts) =>
    listWarnings(
      "With rotation, a refresh token works once. The application that owns this token may have to log in again.",
      warnOfHs256(facts),
    ),
  call: (values, setting) =>
    callWebAuth(
      "client.oauthToken",
      [{ grantType: "refresh_token", ...pick(values, ["refreshToken", "scope"]) }],
      values,
      setting,
    ),
};
