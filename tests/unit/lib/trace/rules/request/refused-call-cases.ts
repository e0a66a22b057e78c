import type { EntryFacts } from "../../entries.ts";
import { app, idp, queryOf, type RuleCase, type RuleCases } from "../rule-cases.ts";

const page = { origin: app, dest: "empty" };
const discovery: EntryFacts = {
  ...page,
  url: `${idp}/.well-known/openid-configuration`,
  responseHeaders: { "Access-Control-Allow-Origin": app },
  answer: {
    issuer: idp,
    authorization_endpoint: `${idp}/authorize`,
    device_authorization_endpoint: `${idp}/device`,
    revocation_endpoint: `${idp}/revoke`,
    introspection_endpoint: `${idp}/introspect`,
    pushed_authorization_request_endpoint: `${idp}/par`,
  },
};
const forms: Readonly<Record<string, { path: string; form: Record<string, string> }>> = {
  "par-refused": { path: "par", form: queryOf() },
  "device-refused": { path: "device", form: { client_id: "tv", scope: "openid" } },
  "mfa-refused": { path: "mfa/challenge", form: { client_id: "spa", mfa_token: "token" } },
  "revocation-refused": { path: "revoke", form: { client_id: "spa", token: "token" } },
  "introspection-refused": { path: "introspect", form: { token: "token" } },
};

/** A call of each endpoint, answered with this status; with status 400, with an error. */
const answeredWith = (status: number, when: string): RuleCase[] =>
  Object.entries(forms).map(([rule, { path, form }]) => ({
    rule,
    when,
    entries: [
      discovery,
      {
        ...page,
        url: `${idp}/${path}`,
        at: 50,
        form,
        status,
        responseHeaders: { "Access-Control-Allow-Origin": app },
        answer: status < 400 ? {} : { error: "invalid_request", error_description: "refused" },
      },
    ],
  }));

export const refusedCallCases: RuleCases = {
  fails: answeredWith(400, "the endpoint answers with an error"),
  passes: answeredWith(200, "the endpoint accepts it"),
};
