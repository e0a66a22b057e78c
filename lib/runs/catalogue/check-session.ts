import type { Operation } from "../operation.ts";
import {
  audienceField,
  callWebAuth,
  clientField,
  messageField,
  messageUriOf,
  readValue,
  scopeField,
} from "./fields.ts";
import {
  checkRequest,
  leewayField,
  nonceField,
  pickOptions,
  pickParameters,
  renewalTypeField,
  stateField,
} from "./request-fields.ts";
import {
  accessDenied,
  consentRequired,
  developmentKeys,
  hs256,
  issuedInTheFuture,
  loginRequired,
  noResponse,
  originMismatch,
  unknownAudience,
} from "./risks.ts";
import {
  listWarnings,
  warnOfCookies,
  warnOfHs256,
  warnOfLocalConsent,
  warnOfOtherOrigin,
  warnOfPolling,
} from "./warnings.ts";

export const checkSession: Operation = {
  id: "check-session",
  group: "Session",
  title: "Silent renewal",
  action: "Renew tokens",
  summary: "Requests new tokens in a hidden frame for a user with a session at the tenant.",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  fields: [
    clientField,
    renewalTypeField,
    scopeField,
    audienceField,
    messageField,
    { name: "timeout", label: "Timeout (ms)", kind: "text", placeholder: "60000" },
    stateField,
    {
      ...nonceField,
      hint: "The library compares it with the nonce of the ID token.",
    },
    leewayField,
  ],
  risks: [
    loginRequired,
    consentRequired,
    developmentKeys,
    noResponse,
    originMismatch,
    accessDenied,
    unknownAudience,
    hs256,
    issuedInTheFuture,
  ],
  check: (values) => ({
    ...checkRequest(values),
    ...(/^(0*[1-9]\d{0,8})?$/.test(readValue(values, "timeout"))
      ? {}
      : { timeout: "Enter a whole number of milliseconds from 1." }),
  }),
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
  call(values, setting) {
    const timeout = readValue(values, "timeout");
    const parameters = {
      ...pickParameters(values),
      ...(timeout === "" ? {} : { timeout: Number(timeout) }),
    };
    return callWebAuth("checkSession", [parameters], values, setting, {
      redirectUri: messageUriOf(values, setting),
      ...pickOptions(values),
    });
  },
};
