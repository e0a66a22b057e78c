import type { Operation } from "../operation.ts";
import {
  audienceField,
  callWebAuth,
  clientField,
  readValue,
  redirectField,
  redirectOf,
  scopeField,
} from "./fields.ts";
import { embeddedCauses, embeddedRisks } from "./embedded-risks.ts";
import { checkRecipient, pickRecipient, recipientFields } from "./passwordless-fields.ts";
import {
  checkRequest,
  pickOptions,
  pickParameters,
  rareFields,
  responseTypeField,
} from "./request-fields.ts";
import {
  listWarnings,
  warnOfCookies,
  warnOfHs256,
  warnOfServerCode,
  warnOfVerification,
} from "./warnings.ts";

export const passwordlessLogin: Operation = {
  id: "passwordless-login",
  group: "Embedded login",
  title: "Passwordless login",
  action: "Log in",
  summary:
    "Exchanges the code of Passwordless start for a ticket, and leaves with the ticket for the tokens.",
  leavesFor: "login",
  continues: {
    operation: "passwordless-start",
    fields: ["clientID", "connection", "email", "phoneNumber"],
  },
  isServiceSpecific: true,
  allowsExtraParameters: true,
  fields: [
    clientField,
    ...recipientFields,
    {
      name: "verificationCode",
      label: "Code",
      kind: "secret",
      isRequired: true,
      hint: "The code of the message. It works once.",
    },
    responseTypeField,
    scopeField,
    audienceField,
    redirectField,
    ...rareFields,
  ],
  risks: embeddedRisks.filter((risk) => risk !== embeddedCauses.leakedPassword),
  check: (values) => ({ ...checkRecipient(values), ...checkRequest(values) }),
  warn: (values, setting, facts) =>
    listWarnings(
      warnOfCookies(setting),
      warnOfVerification(setting),
      warnOfServerCode(values),
      warnOfHs256(facts),
    ),
  call(values, setting) {
    const options = {
      // `connection` here is the recipient's, not a parameter of the authorization request.
      ...pickParameters({ ...values, connection: "" }),
      ...pickRecipient(values),
      verificationCode: readValue(values, "verificationCode"),
    };
    return callWebAuth("passwordlessLogin", [options], values, setting, {
      redirectUri: redirectOf(values, setting),
      ...pickOptions(values),
    });
  },
};
