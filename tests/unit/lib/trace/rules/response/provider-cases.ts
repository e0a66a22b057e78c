import type { RuleCases } from "../rule-cases.ts";
import { authorize, backWith, callback, cleanLogin, idp } from "../rule-cases.ts";

const loginPage = { url: `${idp}/u/login?state=t`, at: 30, dest: "document", answer: "<form>" };
const sentForm = {
  ...loginPage,
  method: "POST",
  form: { password: "p" },
  location: `${callback}?code=c&state=2f1b0c7e-9d55-4b5f`,
};
const toPage = { location: `${idp}/u/login?state=t` };

export const providerCases: RuleCases = {
  fails: [
    {
      rule: "resp-307",
      when: "the form's answer is 307",
      entries: [authorize({}, toPage), { ...sentForm, status: 307 }],
    },
    {
      rule: "authz-response-type",
      when: "the provider says so",
      entries: backWith({ error: "unsupported_response_type" }),
    },
    {
      rule: "authz-audience-unknown",
      when: "a request for an API is denied at once",
      entries: backWith({ error: "access_denied" }, { audience: "https://api.example" }),
    },
    {
      rule: "authz-connection-unknown",
      when: "a request with a connection is refused at once",
      entries: backWith({ error: "invalid_request" }, { connection: "wrong" }),
    },
    {
      rule: "authz-server-error",
      when: "the provider says so",
      entries: backWith({ error: "server_error" }),
    },
    {
      rule: "authz-access-denied",
      when: "the provider says so",
      entries: backWith({ error: "access_denied" }),
    },
    {
      rule: "authz-transaction-lost",
      when: "a login page is refused",
      entries: [{ ...loginPage, status: 400 }],
    },
    {
      rule: "authz-stalled",
      when: "the capture ends at its page",
      entries: [authorize({}, toPage), loginPage],
    },
  ],
  passes: [
    {
      rule: "resp-307",
      when: "the form's answer is 302",
      entries: [authorize({}, toPage), sentForm],
    },
    {
      rule: "authz-nonce-missing",
      when: "a code alone is asked for",
      entries: [authorize({ nonce: undefined })],
    },
    {
      rule: "authz-response-mode",
      when: "a code alone is asked for",
      entries: [authorize({ response_mode: "query" })],
    },
    {
      rule: "authz-audience-unknown",
      when: "a page came first",
      entries: [
        authorize({ audience: "https://api.example" }, toPage),
        {
          ...loginPage,
          method: "POST",
          form: { a: "b" },
          location: `${callback}?error=access_denied&state=2f1b0c7e-9d55-4b5f`,
        },
      ],
    },
    {
      rule: "authz-access-denied",
      when: "a request for an API is denied at once",
      entries: backWith({ error: "access_denied" }, { audience: "https://api.example" }),
    },
    {
      rule: "authz-transaction-lost",
      when: "a sent form is refused",
      entries: [
        authorize({}, toPage),
        { ...loginPage, method: "POST", form: { password: "p" }, status: 400 },
      ],
    },
    { rule: "authz-stalled", when: "the response came", entries: cleanLogin },
  ],
};
