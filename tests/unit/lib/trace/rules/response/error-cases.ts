import type { RuleCases } from "../rule-cases.ts";
import type { EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, cleanLogin, idp } from "../rule-cases.ts";

const discovery = (members: object): EntryFacts => ({
  url: `${idp}/.well-known/openid-configuration`,
  dest: "empty",
  origin: app,
  answer: { issuer: `${idp}/`, authorization_endpoint: `${idp}/authorize`, ...members },
});
const announced = discovery({ authorization_response_iss_parameter_supported: true });
const withoutState: EntryFacts[] = [
  authorize({}, { location: `${app}/callback?code=c` }),
  { url: `${app}/callback?code=c`, at: 20, dest: "document", answer: "<h1>App</h1>" },
];
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };
const errorOf = (error: string, changes: Record<string, string | undefined> = {}) =>
  backWith({ error, error_description: "quoted" }, changes);

export const errorCases: RuleCases = {
  fails: [
    {
      rule: "authz-request-object-invalid",
      when: "the code says so",
      entries: errorOf("invalid_request_object", { request: "x" }),
    },
    {
      rule: "authz-request-uri-invalid",
      when: "the code says so",
      entries: errorOf("invalid_request_uri", { request_uri: "urn:x" }),
    },
    {
      rule: "authz-target-invalid",
      when: "the code says so",
      entries: errorOf("invalid_target", { resource: "https://api.example" }),
    },
    {
      rule: "authz-error-other",
      when: "no standard has the code",
      entries: errorOf("unmet_authentication_requirements"),
    },
    {
      rule: "authz-pkce-missing",
      when: "the provider refuses the request as invalid",
      entries: errorOf("invalid_request", withoutPkce),
    },
    {
      rule: "authz-response-mode",
      when: "tokens are asked for in the query",
      entries: errorOf("invalid_request", {
        response_type: "token",
        response_mode: "query",
        ...withoutPkce,
      }),
    },
    {
      rule: "resp-state-mismatch",
      when: "it is another one",
      entries: backWith({ code: "c", state: "another" }),
    },
    { rule: "resp-state-missing", when: "it is left out", entries: withoutState },
    {
      rule: "resp-iss-different",
      when: "it is another host",
      entries: backWith({ code: "c", iss: "https://evil.example" }),
    },
    {
      rule: "resp-iss-missing",
      when: "discovery announces it",
      entries: [announced, ...backWith({ code: "c" })],
    },
    {
      rule: "authz-audience-unknown",
      when: "no page was shown",
      entries: errorOf("access_denied", { audience: "urn:x" }),
    },
    {
      rule: "authz-access-denied",
      when: "there is no audience",
      entries: errorOf("access_denied"),
    },
    {
      rule: "authz-response-type",
      when: "the code says so",
      entries: errorOf("unsupported_response_type"),
    },
    {
      rule: "authz-connection-unknown",
      when: "a connection is named",
      entries: errorOf("invalid_request", { connection: "x" }),
    },
    { rule: "authz-scope-invalid", when: "the code says so", entries: errorOf("invalid_scope") },
    {
      rule: "authz-client-refused",
      when: "the code says so",
      entries: errorOf("unauthorized_client"),
    },
    { rule: "authz-server-error", when: "the code says so", entries: errorOf("server_error") },
    {
      rule: "authz-unavailable",
      when: "the code says so",
      entries: errorOf("temporarily_unavailable"),
    },
    {
      rule: "authz-request-object",
      when: "the code says so",
      entries: errorOf("request_not_supported"),
    },
    {
      rule: "authz-request-invalid",
      when: "nothing else explains it",
      entries: errorOf("invalid_request"),
    },
    {
      rule: "authz-implicit-refused",
      when: "tokens are asked for",
      entries: errorOf("invalid_request", { response_type: "id_token token" }),
    },
    {
      rule: "authz-nonce-missing",
      when: "an ID token is asked for",
      entries: errorOf("invalid_request", { response_type: "id_token", nonce: undefined }),
    },
  ],
  passes: [
    {
      rule: "authz-request-object-invalid",
      when: "request objects are not supported",
      entries: errorOf("request_not_supported", { request: "x" }),
    },
    {
      rule: "authz-request-uri-invalid",
      when: "the request is invalid for another reason",
      entries: errorOf("invalid_request", { request_uri: "urn:x" }),
    },
    {
      rule: "authz-target-invalid",
      when: "the scope is refused",
      entries: errorOf("invalid_scope", { resource: "https://api.example" }),
    },
    {
      rule: "authz-error-other",
      when: "a standard has the code",
      entries: errorOf("server_error"),
    },
    {
      rule: "authz-response-mode",
      when: "tokens are asked for in the fragment",
      entries: errorOf("invalid_request", {
        response_type: "token",
        response_mode: "fragment",
        ...withoutPkce,
      }),
    },
    {
      rule: "authz-response-type",
      when: "the client may not use it",
      entries: errorOf("unauthorized_client"),
    },
    {
      rule: "authz-connection-unknown",
      when: "the request names none",
      entries: errorOf("invalid_request"),
    },
    { rule: "authz-scope-invalid", when: "another code came", entries: errorOf("invalid_request") },
    {
      rule: "authz-scope-invalid",
      when: "commas separate the scopes",
      entries: errorOf("invalid_scope", { scope: "openid,profile" }),
    },
    {
      rule: "authz-request-invalid",
      when: "the challenge is padded",
      entries: errorOf("invalid_request", { code_challenge: `${"a".repeat(43)}=` }),
    },
    { rule: "authz-client-refused", when: "the user declined", entries: errorOf("access_denied") },
    {
      rule: "authz-server-error",
      when: "the provider is unavailable",
      entries: errorOf("temporarily_unavailable"),
    },
    { rule: "authz-unavailable", when: "the provider failed", entries: errorOf("server_error") },
    {
      rule: "authz-request-object",
      when: "another parameter is wrong",
      entries: errorOf("invalid_request", { request: "x" }),
    },
    { rule: "resp-state-mismatch", when: "it is the same", entries: cleanLogin },
    {
      rule: "resp-state-missing",
      when: "the request had none",
      entries: withoutState.map((one) =>
        one.query === undefined
          ? one
          : authorize(
              { state: undefined },
              one.location === undefined ? {} : { location: one.location },
            ),
      ),
    },
    {
      rule: "resp-iss-different",
      when: "it is the provider",
      entries: backWith({ code: "c", iss: `${idp}/` }),
    },
    {
      rule: "resp-iss-missing",
      when: "nothing announces it",
      entries: [discovery({}), ...cleanLogin],
    },
    { rule: "authz-access-denied", when: "the provider is silent", entries: cleanLogin },
    {
      rule: "authz-implicit-refused",
      when: "a code is asked for",
      entries: errorOf("invalid_request"),
    },
    {
      rule: "authz-request-invalid",
      when: "a connection explains it",
      entries: errorOf("invalid_request", { connection: "x" }),
    },
  ],
};
