import type { Operation } from "../operation.ts";
import { callWebAuth, clientField, messageField, messageUriOf } from "./fields.ts";
import { consentRequired, hs256, noResponse, originMismatch } from "./risks.ts";
import {
  listWarnings,
  warnOfCookies,
  warnOfHs256,
  warnOfLocalConsent,
  warnOfOtherOrigin,
  warnOfPolling,
} from "./warnings.ts";

export const getSsoData: Operation = {
  id: "get-sso-data",
  group: "Session",
  title: "Single sign-on data",
  action: "Check the session",
  summary: "Checks in a hidden frame, within 5 seconds, if the user has a session at the tenant.",
  isServiceSpecific: false,
  allowsExtraParameters: false,
  fields: [clientField, messageField],
  risks: [
    {
      ...consentRequired,
      cause:
        "The user has not consented to openid profile email, and the page runs at a local address or belongs to another company.",
      remedy: "Log in with the scope openid profile email, and accept it.",
    },
    noResponse,
    originMismatch,
    hs256,
  ],
  warn(values, setting, facts) {
    const callback = messageUriOf(values, setting);
    return listWarnings(
      warnOfPolling(facts),
      warnOfCookies(setting),
      warnOfOtherOrigin(callback, setting),
      warnOfLocalConsent(callback),
      warnOfHs256(facts),
    );
  },
  call: (values, setting) =>
    callWebAuth("client.getSSOData", [], values, setting, {
      redirectUri: messageUriOf(values, setting),
    }),
};
