import type { Operation } from "../operation.ts";
import {
  audienceField,
  callWebAuth,
  clientField,
  redirectField,
  redirectOf,
  scopeField,
} from "./fields.ts";
import {
  checkFormPost,
  checkRequest,
  connectionField,
  pickOptions,
  pickParameters,
  promptField,
  rareFields,
  responseModeField,
  responseTypeField,
} from "./request-fields.ts";
import { loginRisks } from "./risks.ts";
import { listWarnings, warnOfHs256, warnOfLocalConsent, warnOfServerCode } from "./warnings.ts";

export const authorize: Operation = {
  id: "authorize",
  group: "Log in",
  title: "Login with redirect",
  action: "Log in",
  summary: "Leaves for the tenant's login page, and reads the tokens of the response.",
  leavesFor: "login",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  fields: [
    clientField,
    responseTypeField,
    scopeField,
    audienceField,
    connectionField,
    promptField,
    redirectField,
    responseModeField,
    ...rareFields,
  ],
  risks: loginRisks,
  check: (values, way) => ({ ...checkRequest(values), ...checkFormPost(values, way) }),
  warn: (values, setting, facts) =>
    listWarnings(
      warnOfServerCode(values),
      values["prompt"] === "none" ? warnOfLocalConsent(redirectOf(values, setting)) : undefined,
      warnOfHs256(facts),
    ),
  call: (values, setting) =>
    callWebAuth("authorize", [pickParameters(values)], values, setting, {
      redirectUri: redirectOf(values, setting),
      ...pickOptions(values),
    }),
};
