import { expect, test } from "vitest";
import { traceOf, type EntryFacts } from "../entries.ts";
import {
  app,
  authorize,
  backWith,
  cleanLogin,
  idp,
  listFailed,
  type RuleCase,
} from "./rule-cases.ts";

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
const errorOf = (error: string, changes: Record<string, string | undefined> = {}) =>
  backWith({ error, error_description: "quoted" }, changes);

const positive: RuleCase[] = [
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
    rule: "disc-issuer",
    when: "it names another host",
    entries: [discovery({ issuer: "https://other.example/" }), ...cleanLogin],
  },
  {
    rule: "authz-audience-unknown",
    when: "no page was shown",
    entries: errorOf("access_denied", { audience: "urn:x" }),
  },
  { rule: "authz-access-denied", when: "there is no audience", entries: errorOf("access_denied") },
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
    rule: "authz-nonce-missing",
    when: "an ID token is asked for",
    entries: errorOf("invalid_request", { response_type: "id_token", nonce: undefined }),
  },
];

const nearMisses: RuleCase[] = [
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
  { rule: "disc-issuer", when: "it ends with a slash", entries: [discovery({}), ...cleanLogin] },
  { rule: "authz-access-denied", when: "the provider is silent", entries: cleanLogin },
  {
    rule: "authz-request-invalid",
    when: "a connection explains it",
    entries: errorOf("invalid_request", { connection: "x" }),
  },
];

test.each(positive)("$rule fails when $when", async (one) => {
  expect(await listFailed(one)).toContain(one.rule);
});

test.each(nearMisses)("$rule does not fail when $when", async (one) => {
  expect(await listFailed(one)).not.toContain(one.rule);
});

test("the nearest allowed callback is shown with its first difference", async () => {
  const page = `<dd><code>${app}/callback/</code></dd><li><code>https://other.example/cb</code></li><li><code>${app}/callback</code></li>`;
  const { flows } = await traceOf([
    authorize({ redirect_uri: `${app}/callback/` }, { status: 400, answer: page }),
  ]);
  const [finding] = flows[0]?.verdict.findings ?? [];
  expect(finding?.rule.id).toBe("authz-redirect-mismatch");
  expect(finding?.result.why).toContain(
    "The sent URL ends with a slash, the allowed one does not.",
  );
  expect(finding?.result.copy).toBe(`${app}/callback/`);
});
