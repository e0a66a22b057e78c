import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createRedactor } from "../../../../lib/redaction/create-redactor.ts";
import { makeUserEvent } from "../events/sample-events.ts";

const encode = (text: string) => Buffer.from(text).toString("base64url");
const payload = encode('{"sub":"ada"}');
const signature = encode("signature-of-ada");
const jwt = [encode('{"alg":"RS256"}'), payload, signature].join(".");
const secret = "s3cr3t-of-ada";

test.each([
  ["password", { password: secret }],
  ["password", { newPassword: secret }],
  ["password", { password_hash: secret }],
  ["secret", { client_secret: secret }],
  ["secret", { metadata: { api_key: secret } }],
  ["token", { identities: [{ access_token: secret }] }],
  ["token", { refresh_tokens: [secret, secret] }],
  ["token", { id_token_hint: secret }],
  ["code", { code: secret }],
  ["code_verifier", { code_verifier: secret }],
  ["code_verifier", { co_verifier: secret }],
  ["login_ticket", { login_ticket: secret }],
  ["otp", { otp: secret }],
  ["cookie", { headers: { "Set-Cookie": `sid=${secret}` } }],
  ["authorization", { headers: { Authorization: `Basic ${secret}` } }],
  ["authorization", { note: `sent Bearer ${secret}9 to it` }],
  ["password", { url: `https://ada:${secret}@tenant.example/` }],
  ["code", { url: `https://app.example/cb?code=${secret}&state=x` }],
  ["token", { url: `https://app.example/cb#access_token=${secret}` }],
  ["password", { body: `username=ada&password=${secret}` }],
  ["password", { body: JSON.stringify({ credentials_of: { password: secret } }) }],
  ["secret", { credentials: { anything: { deep: [secret] } } }],
])("removes the %s from %j", (kind, value) => {
  const redactor = createRedactor();
  const redacted = JSON.stringify(redactor.redact(value));
  expect(redacted).not.toContain(secret);
  expect(redacted).toContain(`[removed ${kind} 1]`);
  expect(redactor.receipt()).toMatchObject({ secrets: 1, kinds: { [kind]: expect.any(Number) } });
});

test("removes only the signature of a JWT, at any place", () => {
  const redactor = createRedactor();
  const value = {
    id_token: jwt,
    note: `got ${jwt}.`,
    headers: [`Bearer ${jwt}`],
    url: `/cb#id_token=${jwt}`,
  };
  const redacted = JSON.stringify(redactor.redact(value));
  expect(redacted).not.toContain(signature);
  expect(redacted.split(`${payload}.[removed JWT signature 1]`)).toHaveLength(5);
  expect(redactor.receipt()).toEqual({
    places: 4,
    secrets: 1,
    kinds: { "JWT signature": 4 },
  });
});

test("finds a JWT after words with dots and dashes, and keeps a text that only begins like a JWT", () => {
  const told = (text: string) => String(createRedactor().redact(text));
  expect(told(`id-${jwt}`)).not.toContain(signature);
  expect(told(`v1.app.${jwt}`)).not.toContain(signature);
  expect(told(`${jwt}.${jwt}`)).not.toContain(signature);
  expect(told("eyJhbGciOi.eyJzdWIi.short")).toBe("eyJhbGciOi.eyJzdWIi.short");
});

test("removes the signature of each JWT in a row of several, and nothing else", () => {
  const other = [encode('{"alg":"ES256"}'), encode('{"sub":"bob"}'), encode("signature-of-bob")];
  const told = createRedactor().redact(`${jwt}.${other.join(".")}.end`);
  const left = [jwt.replace(signature, "[removed JWT signature 1]"), other[0], other[1]].join(".");
  expect(told).toBe(`${left}.[removed JWT signature 2].end`);
});

test.each<[string, unknown, string]>([
  [
    "a word beside its name in a list of pairs",
    [
      ["password", "swordfish"],
      ["note", "kept"],
    ],
    '[["password","[removed password 1]"],["note","kept"]]',
  ],
  [
    "a number beside its name in a list of pairs",
    [["otp", 123_456]],
    '[["otp","[removed otp 1]"]]',
  ],
  [
    "the value of a name in JSON in a text",
    JSON.stringify([{ name: "X-Api-Key", value: "swordfish" }]),
    JSON.stringify('[{"name":"X-Api-Key","value":"[removed secret 1]"}]'),
  ],
  [
    "a private member of a key in JSON in a text",
    JSON.stringify({ kty: "EC", x: "public", d: "swordfish" }),
    JSON.stringify('{"kty":"EC","x":"public","d":"[removed private key 1]"}'),
  ],
])("removes %s", (_, value, expected) => {
  expect(JSON.stringify(createRedactor().redact(value))).toBe(expected);
});

test.each([
  ["cut off", `{"id":"evt_1","password":"${secret}`, '"password":"[removed password 1]'],
  ["cut off in a number", `{"id":"evt_1","otp": 4711${secret}`, '"otp": [removed otp 1]'],
  [
    "cut off in a list",
    `{"id":"evt_1","refresh_tokens":["one","${secret}"`,
    '"refresh_tokens":[removed token 1]',
  ],
  [
    "with text before it",
    `garbage {"client_secret" : "${secret}"}`,
    '{"client_secret" : "[removed secret 1]"}',
  ],
  [
    "that contains other JSON in a string",
    String.raw`{"body":"{\"code_verifier\":\"${secret}\"}`,
    String.raw`{\"code_verifier\":\"[removed code_verifier 1]\"}`,
  ],
])("removes the secret from JSON %s, which is invalid", (_, raw, expected) => {
  const redacted = String(createRedactor().redact(raw));
  expect(redacted).not.toContain(secret);
  expect(redacted.endsWith(expected), redacted).toBe(true);
});

test("removes the value of a cookie from the path of another one", () => {
  const redactor = createRedactor();
  const header = `step=${secret}; path=/step/${secret}; httponly`;
  redactor.collect({ headers: { "Set-Cookie": header } });
  expect(redactor.redact({ headers: { "Set-Cookie": header } })).toEqual({
    headers: { "Set-Cookie": "step=[removed cookie 1]; path=/step/[removed cookie 1]; httponly" },
  });
});

test("removes only the secret from valid JSON in a text", () => {
  const body = JSON.stringify({ password: secret, username: "ada" });
  expect(createRedactor().redact({ body })).toEqual({
    body: JSON.stringify({ password: "[removed password 1]", username: "ada" }),
  });
});

test("gives equal secrets equal names in one export, and other names in the next", () => {
  const redactor = createRedactor();
  const redact = (value: string) => redactor.redact({ token: value });
  expect([redact("one"), redact("two"), redact("one")]).toEqual([
    { token: "[removed token 1]" },
    { token: "[removed token 2]" },
    { token: "[removed token 1]" },
  ]);
  expect(redactor.redact({ url: "?access_token=one" })).toEqual({
    url: "?access_token=[removed token 1]",
  });
  expect(createRedactor().redact({ token: "two" })).toEqual({ token: "[removed token 1]" });
});

test("keeps values that are not secret, including personal data", () => {
  const event = {
    ...makeUserEvent("e"),
    country_code: "DE",
    token_type: "Bearer",
    last_password_reset: "2026-11-21",
    password_set: true,
    token: null,
    secret: "",
    note: "basic settings of the bearer",
    url: "https://app.example/?state=x#top",
  };
  const redactor = createRedactor();
  expect(redactor.redact(event)).toEqual(event);
  expect(redactor.receipt()).toEqual({ places: 0, secrets: 0, kinds: {} });
});

test("removes a number with a secret's name, and a value that is nested too deeply", () => {
  let deep: unknown = { password: secret };
  for (let level = 0; level < 200; level += 1) deep = [deep];
  const redacted = JSON.stringify(createRedactor().redact({ otp: 123_456, deep }));
  expect(redacted).not.toContain("123456");
  expect(redacted).not.toContain(secret);
});

test("removes a named secret at any place of a payload, and nothing else", () => {
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("kept", 1, true, null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { maxKeys: 2 }),
      fc.record({ client_secret: fc.constantFrom(secret, [secret], { a: secret }) }),
    ),
  })).value;
  fc.assert(
    fc.property(tree, (value) => {
      const before = JSON.stringify(value);
      const after = JSON.stringify(createRedactor().redact(value));
      expect(after).not.toContain(secret);
      expect(after).toBe(before.replaceAll(secret, "[removed secret 1]"));
    }),
  );
});

test("removes the claims of a token on request, and keeps its header", () => {
  const redactor = createRedactor({ keepsClaims: false });
  const redacted = JSON.stringify(redactor.redact({ id_token: jwt, note: `got ${jwt}` }));
  expect(redacted).not.toContain(payload);
  expect(redacted).not.toContain(signature);
  expect(redacted.split(encode('{"alg":"RS256"}'))).toHaveLength(3);
  expect(redactor.receipt().kinds).toEqual({ "JWT claims": 2, "JWT signature": 2 });
});

/** Redacts a value as an export does: the first pass finds the secrets of all parts. */
function exportValue(value: unknown): string {
  const redactor = createRedactor({ keepsClaims: false });
  redactor.collect(value);
  return JSON.stringify(redactor.redact(value));
}

test("gives one name to a code beside a claims parameter whose braces are not encoded", () => {
  const code = "code=code-of-ada-5512";
  const url = `https://login.example/?${code}&claims={%22id_token%22:{%22email%22:null}}`;
  const redacted = exportValue({ url, body: code });
  expect(redacted.split("code=[removed code 1]")).toHaveLength(3);
  expect(redacted).not.toMatch(/\[removed [^[\]]*\[/u);
});

test.each([
  "grant_type=authorization_code&code=[removed code 1]&state=x",
  "POST /token code=[removed code 1]",
  "cookie: sid=[removed cookie 1]; theme=[removed cookie 2]",
  'claims={"id_token":[removed token 1]',
])("keeps the names of a file that was redacted before: %s", (text) => {
  expect(exportValue({ text })).toBe(JSON.stringify({ text }));
});

test("removes a secret that only begins like the name of a removed one", () => {
  expect(exportValue({ body: `password=[removed password 1]${secret}&state=x` })).not.toContain(
    secret,
  );
  expect(exportValue({ password: "[removed", note: "[removed password 1]" })).toContain(
    '"note":"[removed password 1]"',
  );
});

test("keeps the callback URL and the client ID that a page quotes in its code elements", () => {
  const page =
    "<dd><code>https://app.example/callback</code></dd><dd><code>demo-spa</code></dd><dd><code>Xa7QmS2kVb9Lw0Tz</code></dd>";
  const url =
    "https://login.example/authorize?client_id=Xa7QmS2kVb9Lw0Tz&redirect_uri=https://app.example/callback";
  const redacted = exportValue({ page, url, client: "demo-spa" });
  expect(redacted).toContain(`"url":"${url}","client":"demo-spa"`);
  expect(redacted).toContain("<code>https://app.example/callback</code>");
  expect(redacted).toContain("<code>[removed code 1]</code>");
});

test("removes a code of a code element everywhere if it is a secret by its name", () => {
  const value = { page: "<code>Xa7QmS2kVb9Lw0Tz</code>", note: "Xa7QmS2kVb9Lw0Tz" };
  const redacted = exportValue({ ...value, url: "/cb?code=Xa7QmS2kVb9Lw0Tz" });
  expect(redacted.split("[removed code 1]")).toHaveLength(4);
});

test("keeps a plain address that is also the value of a cookie", () => {
  const url = "https://login.example/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcallback";
  const cookie = "return=https://app.example/";
  const redacted = exportValue({ headers: [{ name: "cookie", value: cookie }], url });
  expect(redacted).toContain("return=[removed cookie 1]");
  expect(redacted).toContain(url);
});

test.each([
  { code: "invalid_password", description: "Too weak." },
  { copy: "Authorization: Bearer <access token>" },
  { copy: 'credentials: "include"' },
])("keeps %j, which names a secret and has none", (value) => {
  expect(exportValue(value)).toBe(JSON.stringify(value));
});
