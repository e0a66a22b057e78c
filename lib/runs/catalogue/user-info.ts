import type { Operation } from "../operation.ts";
import { accessTokenField, callWebAuth, clientField, readValue } from "./fields.ts";
import { requestFailed, tooManyRequests } from "./risks.ts";

export const userInfo: Operation = {
  id: "user-info",
  group: "Current user",
  title: "User info",
  action: "Request user info",
  summary: "Requests the user of an access token from the tenant.",
  isServiceSpecific: false,
  allowsExtraParameters: false,
  fields: [{ ...accessTokenField, hint: "An access token with the scope openid." }, clientField],
  risks: [
    {
      error: "invalid_token",
      cause: "The access token is invalid, expired, for another API, or lacks the scope openid.",
      remedy: "Log in with the scope openid, and use the new access token.",
    },
    tooManyRequests,
    requestFailed,
  ],
  call: (values, setting) =>
    callWebAuth("client.userInfo", [readValue(values, "accessToken")], values, setting),
};
