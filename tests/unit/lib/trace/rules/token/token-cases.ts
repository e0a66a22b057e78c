import type { RuleCases } from "../rule-cases.ts";
import { jwtOf } from "../../entries.ts";
import { type EntryFacts } from "../../entries.ts";
import { app, authorize, backWith, cleanLogin, idp, redeem } from "../rule-cases.ts";

const withCode = backWith({ code: "the-code" });
const refusal = (status: number, error: string): Partial<EntryFacts> => ({
  status,
  answer: { error, error_description: "refused" },
});
const redeemWith = (form: Record<string, string>, facts: Partial<EntryFacts> = {}): EntryFacts => ({
  ...redeem,
  form: { ...redeem.form, ...form },
  ...facts,
});
const refused = refusal(403, "invalid_grant");
const refresh = (at: number, facts: Partial<EntryFacts> = {}): EntryFacts => ({
  ...redeem,
  at,
  form: { grant_type: "refresh_token", client_id: "spa", refresh_token: "refresh-1" },
  answer: { access_token: `a-${at}`, refresh_token: `refresh-${at}`, token_type: "Bearer" },
  ...facts,
});
const grant = (form: Record<string, string>, facts: Partial<EntryFacts>): EntryFacts => ({
  url: `${idp}/oauth/token`,
  dest: "empty",
  origin: app,
  form: { client_id: "spa", ...form },
  ...facts,
});
const { code_verifier: _verifier, ...withoutVerifier } = redeem.form ?? {};
const without = (name: string, facts: Partial<EntryFacts>): EntryFacts => ({
  ...redeem,
  form: Object.fromEntries(Object.entries(redeem.form ?? {}).filter(([each]) => each !== name)),
  ...facts,
});
const noVerifier: EntryFacts = { ...redeem, form: withoutVerifier, ...refused };
const idTokenOf = (sub: string) => jwtOf({ iss: `${idp}/`, sub, aud: "spa" });
const withIdToken: EntryFacts[] = [
  ...withCode,
  redeemWith(
    {},
    { answer: { access_token: "a", refresh_token: "refresh-1", id_token: idTokenOf("ada") } },
  ),
];
const refreshIdToken = (sub: string): EntryFacts =>
  refresh(9000, { answer: { access_token: "b", token_type: "Bearer", id_token: idTokenOf(sub) } });
const withOffline = backWith({ code: "the-code" }, { scope: "openid offline_access" });
const inAddress: EntryFacts = {
  ...redeem,
  query: redeem.form ?? {},
  form: {},
  method: "POST",
  status: 400,
  answer: { error: "invalid_request" },
};
const asJson = (status: number): EntryFacts => {
  const { form, ...facts } = redeem;
  const refusedAnswer = { error: "invalid_request", error_description: "no grant_type" };
  return {
    ...facts,
    // A path that no tenant has.
    url: `${idp}/realms/a/protocol/openid-connect/token`,
    json: { ...form },
    status,
    answer: status < 300 ? answer : refusedAnswer,
  };
};
const answer = { access_token: "opaque", token_type: "Bearer" };

export const tokenCases: RuleCases = {
  fails: [
    {
      rule: "token-refresh-identity",
      when: "the new ID token has another subject",
      entries: [...withIdToken, refreshIdToken("mary")],
    },
    {
      rule: "token-verifier-mismatch",
      when: "the verifier has another hash",
      entries: [...withCode, redeemWith({ code_verifier: "x".repeat(43) }, refused)],
    },
    { rule: "token-verifier-missing", when: "it is left out", entries: [...withCode, noVerifier] },
    {
      rule: "token-redirect-differs",
      when: "it differs in a slash",
      entries: [...withCode, redeemWith({ redirect_uri: `${app}/callback/` }, refused)],
    },
    {
      rule: "token-client-differs",
      when: "another client redeems",
      entries: [...withCode, redeemWith({ client_id: "other" }, refused)],
    },
    {
      rule: "token-redirect-differs",
      when: "it is left out",
      entries: [...withCode, without("redirect_uri", refusal(400, "invalid_grant"))],
    },
    {
      rule: "token-client-missing",
      when: "client_id is left out",
      entries: [...withCode, without("client_id", refusal(400, "invalid_request"))],
    },
    {
      rule: "token-code-reused",
      when: "the second request is refused",
      entries: [...cleanLogin, redeemWith({}, { at: 90, ...refused })],
    },
    {
      rule: "token-code-late",
      when: "six minutes pass",
      entries: [...withCode, redeemWith({}, { at: 360_000, ...refused })],
    },
    {
      rule: "token-content-type",
      when: "a page answers",
      entries: [...withCode, redeemWith({}, { answer: "<!doctype html><p>App</p>" })],
    },
    {
      rule: "token-rate",
      when: "the status is 429",
      entries: [grant({ grant_type: "password" }, refusal(429, "access_denied"))],
    },
    {
      rule: "token-server-error",
      when: "the status is 503",
      entries: [...withCode, redeemWith({}, { status: 503 })],
    },
    {
      rule: "token-mfa-required",
      when: "the code says so",
      entries: [grant({ grant_type: "password" }, refusal(403, "mfa_required"))],
    },
    {
      rule: "token-refresh-expected",
      when: "there is no token to send",
      entries: [grant({ grant_type: "refresh_token" }, refusal(400, "invalid_request"))],
    },
    {
      rule: "token-refresh-expected",
      when: "the text undefined is sent",
      entries: [
        grant(
          { grant_type: "refresh_token", refresh_token: "undefined" },
          refusal(403, "invalid_grant"),
        ),
      ],
    },
    {
      rule: "token-refresh-missing",
      when: "the response lacks the token",
      entries: [...withOffline, redeem],
    },
    {
      rule: "token-endpoint-wrong",
      when: "the status is 404",
      entries: [...withCode, redeemWith({}, { status: 404, answer: "<h1>Not found</h1>" })],
    },
    { rule: "token-body-format", when: "the body is JSON", entries: [...withCode, asJson(400)] },
    { rule: "token-query", when: "the body is empty", entries: [...withCode, inAddress] },
    {
      rule: "token-secret-wrong",
      when: "the secret is refused",
      entries: [
        ...withCode,
        redeemWith({ client_secret: "wrong" }, refusal(401, "invalid_client")),
      ],
    },
    {
      rule: "token-refresh-raced",
      when: "two requests overlap",
      entries: [refresh(0, { time: 100 }), refresh(20, { time: 100, ...refused })],
    },
    {
      rule: "token-refresh-reused",
      when: "the second comes later",
      entries: [refresh(0), refresh(9000, refused)],
    },
    {
      rule: "token-refresh-refused",
      when: "it is used for the first time",
      entries: [refresh(0, refused)],
    },
    {
      rule: "token-exchange-type",
      when: "the exchange is refused",
      entries: [
        grant(
          {
            grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
            subject_token_type: "urn:acme:legacy",
          },
          refusal(400, "invalid_request"),
        ),
      ],
    },
    {
      rule: "token-client-type",
      when: "a client without a secret must authenticate",
      entries: [grant({ grant_type: "client_credentials" }, refusal(401, "access_denied"))],
    },
    {
      rule: "token-grant-refused",
      when: "the grant is off",
      entries: [...withCode, redeemWith({}, refusal(403, "unauthorized_client"))],
    },
    {
      rule: "token-scope-invalid",
      when: "the token request has a scope that the provider does not know",
      entries: [...withCode, redeemWith({ scope: "all" }, refusal(400, "invalid_scope"))],
    },
    {
      rule: "token-dpop-refused",
      when: "the request has no proof",
      entries: [...withCode, redeemWith({}, refusal(400, "invalid_dpop_proof"))],
    },
    {
      rule: "token-invalid_grant",
      when: "a password is wrong",
      entries: [grant({ grant_type: "password", password: "p" }, refused)],
    },
    {
      rule: "token-refused",
      when: "the code is another one",
      entries: [...withCode, redeemWith({}, refusal(400, "quota_exceeded"))],
    },
    {
      rule: "token-cors",
      when: "the answer allows no origin",
      entries: [...withCode, redeemWith({}, { responseHeaders: { "Cache-Control": "no-store" } })],
    },
    {
      rule: "token-secret-in-browser",
      when: "a script sends one",
      entries: [...withCode, redeemWith({ client_secret: "s" })],
    },
    {
      rule: "token-scope-less",
      when: "a scope is left out",
      entries: [...withCode, redeemWith({}, { answer: { ...answer, scope: "openid" } })],
    },
    {
      rule: "token-password-grant",
      when: "it succeeds",
      entries: [grant({ grant_type: "password" }, { answer })],
    },
    {
      rule: "token-cache-headers",
      when: "no-store is missing",
      entries: [
        ...withCode,
        redeemWith({}, { responseHeaders: { "Access-Control-Allow-Origin": app } }),
      ],
    },
    {
      rule: "authz-pkce-missing",
      when: "there is no challenge",
      entries: backWith(
        { code: "c" },
        { code_challenge: undefined, code_challenge_method: undefined },
      ),
    },
  ],
  passes: [
    {
      rule: "token-redirect-differs",
      when: "the provider does not want it",
      entries: [...withCode, without("redirect_uri", {})],
    },
    {
      rule: "token-client-missing",
      when: "a secret names the client",
      entries: [
        ...withCode,
        without("client_id", {
          ...refusal(400, "invalid_request"),
          headers: { Authorization: "Basic c3BhOnNlY3JldA==" },
        }),
      ],
    },
    {
      rule: "token-refresh-missing",
      when: "the response has the token",
      entries: [
        ...withOffline,
        redeemWith({}, { answer: { ...answer, refresh_token: "refresh-1" } }),
      ],
    },
    {
      rule: "token-endpoint-wrong",
      when: "status 404 has an error code",
      entries: [...withCode, redeemWith({}, refusal(404, "invalid_grant"))],
    },
    {
      rule: "token-query",
      when: "the body repeats them",
      entries: [...withCode, { ...inAddress, form: redeem.form ?? {} }],
    },
    {
      rule: "token-cors",
      when: "the parameters are in the address",
      entries: [...withCode, { ...inAddress, responseHeaders: {} }],
    },
    {
      rule: "token-body-format",
      when: "the provider reads JSON",
      entries: [...withCode, asJson(200)],
    },
    {
      rule: "token-secret-wrong",
      when: "no secret was sent",
      entries: [...withCode, redeemWith({}, refusal(401, "invalid_client"))],
    },
    {
      rule: "token-refresh-identity",
      when: "the new ID token has the same subject",
      entries: [...withIdToken, refreshIdToken("ada")],
    },
    { rule: "token-verifier-missing", when: "the verifier is sent", entries: cleanLogin },
    {
      rule: "token-verifier-missing",
      when: "the login had no challenge",
      entries: [
        ...backWith(
          { code: "the-code" },
          { code_challenge: undefined, code_challenge_method: undefined },
        ),
        noVerifier,
      ],
    },
    { rule: "token-client-differs", when: "the client is the same", entries: cleanLogin },
    {
      rule: "token-rate",
      when: "the status is 403",
      entries: [grant({ grant_type: "password" }, refusal(403, "access_denied"))],
    },
    {
      rule: "token-server-error",
      when: "the status is 400",
      entries: [...withCode, redeemWith({}, refusal(400, "invalid_request"))],
    },
    {
      rule: "token-mfa-required",
      when: "the password is wrong",
      entries: [grant({ grant_type: "password" }, refused)],
    },
    { rule: "token-refresh-expected", when: "the token is sent", entries: [refresh(0, refused)] },
    {
      rule: "token-refresh-refused",
      when: "the client may not refresh",
      entries: [refresh(0, refusal(403, "unauthorized_client"))],
    },
    {
      rule: "token-exchange-type",
      when: "the exchange succeeds",
      entries: [
        grant(
          {
            grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
            subject_token_type: "urn:acme:legacy",
          },
          { answer },
        ),
      ],
    },
    {
      rule: "token-scope-invalid",
      when: "the code is refused",
      entries: [...withCode, redeemWith({ scope: "all" }, refused)],
    },
    {
      rule: "token-dpop-refused",
      when: "the server asks for its nonce",
      entries: [...withCode, redeemWith({}, refusal(400, "use_dpop_nonce"))],
    },
    {
      rule: "token-grant-refused",
      when: "the code is refused",
      entries: [...withCode, redeemWith({}, refused)],
    },
    {
      rule: "token-invalid_grant",
      when: "the verifier explains it",
      entries: [...withCode, redeemWith({ code_verifier: "x".repeat(43) }, refused)],
    },
    { rule: "token-password-grant", when: "a code is redeemed", entries: cleanLogin },
    {
      rule: "authz-pkce-missing",
      when: "an ID token alone is asked for",
      entries: [
        authorize({
          response_type: "id_token",
          code_challenge: undefined,
          code_challenge_method: undefined,
        }),
      ],
    },
    { rule: "token-verifier-mismatch", when: "the verifier fits", entries: cleanLogin },
    {
      rule: "token-verifier-mismatch",
      when: "an export replaced the verifier by a pseudonym",
      entries: [...withCode, redeemWith({ code_verifier: "[removed code_verifier 1]" })],
    },
    {
      rule: "token-redirect-differs",
      when: "the provider accepts it",
      entries: [...withCode, redeemWith({ redirect_uri: `${app}/callback/` })],
    },
    { rule: "token-code-reused", when: "the code is sent once", entries: cleanLogin },
    {
      rule: "token-code-reused",
      when: "two logins have codes of their own",
      entries: [
        ...cleanLogin,
        ...backWith({ code: "two", state: "another-state" }, { state: "another-state" }).map(
          (one) => ({
            ...one,
            at: 5000 + (one.at ?? 0),
          }),
        ),
        redeemWith({ code: "two" }, { at: 5060, ...refused }),
      ],
    },
    {
      rule: "token-code-late",
      when: "it is refused at once",
      entries: [...withCode, redeemWith({}, refused)],
    },
    {
      rule: "token-content-type",
      when: "JSON comes without a type",
      entries: cleanLogin,
    },
    {
      rule: "token-client-type",
      when: "the client sent a wrong secret",
      entries: [
        grant(
          { grant_type: "client_credentials", client_secret: "s" },
          refusal(401, "invalid_client"),
        ),
      ],
    },
    { rule: "token-refresh-reused", when: "each token is used once", entries: [refresh(0)] },
    {
      rule: "token-refresh-raced",
      when: "one follows the other",
      entries: [refresh(0), refresh(9000, refused)],
    },
    {
      rule: "token-refused",
      when: "a device waits for its user",
      entries: [
        grant(
          { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: "d" },
          refusal(403, "authorization_pending"),
        ),
      ],
    },
    { rule: "token-cors", when: "the origin is allowed", entries: cleanLogin },
    {
      rule: "token-cors",
      when: "no endpoint is at the address, which hides its answer too",
      entries: [
        ...withCode,
        redeemWith({}, { status: 404, responseHeaders: { Server: "x" }, answer: null }),
      ],
    },
    {
      rule: "token-refused",
      when: "CORS hides the answer, and no error is seen",
      entries: [
        ...withCode,
        redeemWith({}, { status: 400, responseHeaders: { Server: "x" }, answer: null }),
      ],
    },
    {
      rule: "token-secret-in-browser",
      when: "a public client redeems",
      entries: cleanLogin,
    },
    {
      rule: "token-scope-less",
      when: "the response names no scope",
      entries: cleanLogin,
    },
    { rule: "token-cache-headers", when: "no-store is there", entries: cleanLogin },
    { rule: "authz-pkce-missing", when: "there is a challenge", entries: cleanLogin },
    {
      rule: "authz-pkce-missing",
      when: "the request is pushed, and was not seen",
      entries: [{ url: `${idp}/authorize`, query: { client_id: "spa", request_uri: "urn:x" } }],
    },
  ],
};
