import type { Operation } from "../operation.ts";
import {
  audienceField,
  callWebAuth,
  clientField,
  databaseField,
  readValue,
  redirectField,
  redirectOf,
  scopeField,
} from "./fields.ts";
import { embeddedRisks } from "./embedded-risks.ts";
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

export const login: Operation = {
  id: "login",
  group: "Embedded login",
  title: "Login with a password",
  action: "Log in",
  summary:
    "Exchanges a password for a ticket (POST /co/authenticate), and leaves with the ticket for the tokens.",
  leavesFor: "login",
  isServiceSpecific: true,
  allowsExtraParameters: true,
  fields: [
    clientField,
    {
      name: "username",
      label: "Email or username",
      kind: "text",
      isRequired: true,
      hint: "A value with @ is sent as email, another one as username.",
    },
    { name: "password", label: "Password", kind: "secret", isRequired: true },
    { ...databaseField, name: "realm", label: "Realm (connection)" },
    responseTypeField,
    scopeField,
    audienceField,
    redirectField,
    ...rareFields,
  ],
  risks: embeddedRisks,
  check: checkRequest,
  warn: (values, setting, facts) =>
    listWarnings(
      warnOfCookies(setting),
      warnOfVerification(setting),
      warnOfServerCode(values),
      warnOfHs256(facts),
    ),
  call(values, setting) {
    const name = readValue(values, "username");
    const options = {
      ...(name.includes("@") ? { email: name } : { username: name }),
      // A password can begin or end with a space.
      password: values["password"] ?? "",
      realm: readValue(values, "realm"),
      ...pickParameters(values),
    };
    return callWebAuth("login", [options], values, setting, {
      redirectUri: redirectOf(values, setting),
      ...pickOptions(values),
    });
  },
};
