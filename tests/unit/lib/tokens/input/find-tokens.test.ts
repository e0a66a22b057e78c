import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { findTokens } from "../../../../../lib/tokens/input/find-tokens.ts";
import { createSigner, encode, writeToken } from "../sign-token.ts";

/** The limits that the texts of the panel name. */
const maxInputLength = 1024 * 1024;
const maxTokens = 100;

/** Tokens with signatures of the usual lengths: RSA, a curve, a MAC, and none of these. */
let rsa = "";
let curve = "";
const mac = writeToken({ alg: "HS256" }, { sub: "db|1", n: 1 }, "m".repeat(43));
const odd = writeToken({ alg: "RS256", typ: "JWT" }, { sub: "db|2", name: "Zoë" });
const unsigned = writeToken({ alg: "none" }, { sub: "db|3" }, "");
const encrypted = [
  encode('{"alg":"RSA-OAEP","enc":"A256GCM"}'),
  "k".repeat(342),
  "i".repeat(16),
  "c".repeat(90),
  "t".repeat(22),
].join(".");
const opaque = "v1.MfTZ8~kd_0a9-Q2s";

beforeAll(async () => {
  rsa = await (await createSigner()).sign({ iss: "https://a.example/", sub: "db|4", aud: "app" });
  curve = await (await createSigner("k", "ES256")).sign({ sub: "db|5", exp: 1_900_000_000 });
});

function find(text: string): string[] {
  const search = findTokens(text);
  return search.kind === "found" ? search.tokens.map((one) => one.text) : [];
}

/** Wraps a text over lines of a width. */
function wrap(text: string, width: number, mark = "\n"): string {
  return (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(mark);
}

/** Inputs as people paste them, and the tokens in them, in their order. */
const inputs: readonly (readonly [string, () => string, () => readonly string[]])[] = [
  ["a token alone", () => rsa, () => [rsa]],
  ["a token in spaces and line breaks", () => `\n\t ${rsa} \r\n`, () => [rsa]],
  ["a token in double quotes", () => `"${rsa}"`, () => [rsa]],
  ["a token in backquotes, with a comma", () => `\`${rsa}\`,`, () => [rsa]],
  [
    "a token at the end of a sentence",
    () => `This is the token: ${curve}. It fails.`,
    () => [curve],
  ],
  ["Bearer and a token", () => `Bearer ${mac}`, () => [mac]],
  ["a header line", () => `authorization: bearer ${rsa}`, () => [rsa]],
  ["a header line with an opaque token", () => `Authorization: Bearer ${opaque}`, () => [opaque]],
  [
    "a DPoP header line",
    () => `Authorization: DPoP ${opaque}\nDPoP: ${curve}`,
    () => [opaque, curve],
  ],
  ["an opaque token alone", () => opaque, () => [opaque]],
  ["an opaque token after Bearer", () => `Bearer ${opaque}`, () => [opaque]],
  ["a token wrapped at 76 columns", () => wrap(rsa, 76), () => [rsa]],
  ["a token wrapped at 64 columns, with CRLF", () => wrap(curve, 64, "\r\n"), () => [curve]],
  ["a token wrapped in a quoted mail", () => `> ${wrap(rsa, 70, "\n> ")}`, () => [rsa]],
  ["a token wrapped in a shell", () => `curl -d token=${wrap(rsa, 60, "\\\n")}`, () => [rsa]],
  [
    "a token wrapped in JSON",
    () => `{"id_token": "${wrap(rsa, 80)}", "expires_in": 1}`,
    () => [rsa],
  ],
  ["an encrypted token, wrapped", () => wrap(encrypted, 72), () => [encrypted]],
  ["two tokens on two lines", () => `${rsa}\n${curve}`, () => [rsa, curve]],
  [
    "two tokens of unusual signatures on two lines",
    () => `${odd}\n${unsigned}`,
    () => [odd, unsigned],
  ],
  ["a token, then a line of one word", () => `${odd}\nexpired\n`, () => [odd]],
  ["two tokens with a comma", () => `${rsa}, ${mac}`, () => [rsa, mac]],
  ["two tokens without a gap", () => `${curve}.${mac}`, () => [curve, mac]],
  ["the same token twice", () => `${rsa}\n\n${rsa}`, () => [rsa]],
  [
    "a token response",
    () =>
      JSON.stringify({
        access_token: opaque,
        id_token: rsa,
        token_type: "Bearer",
        scope: "openid",
      }),
    () => [opaque, rsa],
  ],
  [
    "a token response with indentation",
    () => JSON.stringify({ refresh_token: opaque, access_token: rsa, expires_in: 7200 }, null, 2),
    () => [opaque, rsa],
  ],
  [
    "the result of the library",
    () => `{accessToken: '${opaque}', idToken: '${rsa}', state: 'abcdefgh1'}`,
    () => [opaque, rsa],
  ],
  [
    "JSON in JSON",
    () => JSON.stringify({ body: JSON.stringify({ access_token: opaque, id_token: curve }) }),
    () => [opaque, curve],
  ],
  [
    "the fragment of a callback",
    () => `https://app.example/cb#access_token=${opaque}&id_token=${rsa}&state=xyzxyz1`,
    () => [opaque, rsa],
  ],
  [
    "the query of a logout",
    () => `https://t.example/oidc/logout?id_token_hint=${curve}&state=1`,
    () => [curve],
  ],
  [
    "an encoded URL in a parameter",
    () =>
      `https://t.example/login?returnTo=${encodeURIComponent(`https://a.example/#access_token=${opaque}&id_token=${rsa}`)}`,
    () => [opaque, rsa],
  ],
  [
    "a URL that is encoded twice",
    () =>
      `https://t.example/?u=${encodeURIComponent(encodeURIComponent(`https://a.example/?access_token=${opaque}`))}`,
    () => [opaque],
  ],
  [
    "a URL in JSON",
    () => JSON.stringify({ url: `https://a.example/cb?id_token=${curve}` }),
    () => [curve],
  ],
  ["a token with each dot encoded", () => `id_token=${rsa.replaceAll(".", "%2E")}`, () => [rsa]],
  [
    "a form body",
    () =>
      new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: "abc/def+123~x",
        client_id: "app-1",
      }).toString(),
    () => ["abc/def+123~x"],
  ],
  [
    "a token exchange",
    () =>
      `grant_type=urn%3Aietf&subject_token=${curve}&actor_token=${opaque}&subject_token_type=urn%3Aacme%3Atoken12`,
    () => [curve, opaque],
  ],
  [
    "a cURL command",
    () =>
      `curl 'https://api.example/me' -H 'accept: */*' -H 'authorization: Bearer ${opaque}' --compressed`,
    () => [opaque],
  ],
  [
    "an option of cURL",
    () => `curl --oauth2-bearer ${opaque} https://api.example/`,
    () => [opaque],
  ],
  [
    "a cookie line",
    () =>
      `Cookie: theme=dark; access_token=${opaque}; _ga=GA1.2.1234567.89; appSession=${encrypted}`,
    () => [opaque, encrypted],
  ],
  [
    "a token with an invisible character",
    () => `${rsa.slice(0, 50)}\u200b${rsa.slice(50)}`,
    () => [rsa],
  ],
  [
    "a broken token under its name",
    () => `{"id_token":"eyJhbGciOiJSUzI1.eyJzdWI"}`,
    () => ["eyJhbGciOiJSUzI1.eyJzdWI"],
  ],
];

/** Texts without a token. */
const others: readonly (readonly [string, string])[] = [
  ["an empty text", " \n"],
  ["prose", "The token expired, please log in again."],
  ["prose about Bearer", "Use bearer authentication with every request of the application."],
  ["a URL", "https://www.example.com/a.b.c?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz"],
  ["names with dots", "www.example.co.uk, a.b.c.d and com.example.app.main"],
  ["JSON without a token", '{"token_type":"Bearer","expires_in":86400,"scope":"openid"}'],
  ["an error", '{"error":"invalid_token","error_description":"The token was revoked."}'],
  ["placeholders", "access_token=YOUR_TOKEN&id_token=<id_token>&refresh_token=xxxxxxxx&token=null"],
  ["a shortened token", '{"access_token": "eyJhbGci..."}'],
  ["a masked token", "Authorization: Bearer ************"],
  ["a variable", "curl -H 'Authorization: Bearer $ACCESS_TOKEN'"],
  ["the token of a form", '<input name="csrf_token" value="Zx81kd02jd82">'],
  ["another header in base64url", `the value ${encode('{"kid":"1","use":"sig"}')}.e30.c2ln`],
];

describe("findTokens", () => {
  test.each(inputs)("finds each token of %s, and nothing else", (_, text, tokens) => {
    expect(find(text())).toEqual(tokens());
  });

  test("the inputs are forty", () => {
    expect(inputs).toHaveLength(40);
  });

  test.each(others)("finds no token in %s", (_, text) => {
    expect(findTokens(text)).toEqual({ kind: "none" });
  });

  const base64 = (text: string) => Buffer.from(text).toString("base64");
  test.each([
    ["a token", () => base64(rsa), () => [rsa]],
    ["a token in base64url without padding", () => encode(`${mac}\n`), () => [mac]],
    ["a token, wrapped at 76 columns", () => wrap(base64(rsa), 76, "\r\n"), () => [rsa]],
    [
      "a token response, as the value of a secret",
      () =>
        `data:\n  session: ${base64(JSON.stringify({ access_token: opaque, id_token: rsa }))}\n`,
      () => [opaque, rsa],
    ],
    [
      "a password that is a token",
      () => `Authorization: Basic ${base64(`user:${curve}`)}`,
      () => [curve],
    ],
  ])("finds %s in base64", (_, text, tokens) => {
    expect(find(text())).toEqual(tokens());
  });

  test("reads base64 only in a text without other tokens, and keeps an opaque token as it is", () => {
    expect(find(`${base64(rsa)} ${mac}`)).toEqual([mac]);
    const words = base64("these are the words of a text that has no token");
    expect(find(words)).toEqual([words]);
  });

  test("names the kind of each token, and what carried it", () => {
    const text = `Authorization: Bearer ${mac}\n{"refresh_token":"${opaque}","x":"${encrypted}"}`;
    expect(findTokens(text)).toMatchObject({
      tokens: [
        { kind: "jws", name: "Authorization" },
        { kind: "named", name: "refresh_token" },
        { kind: "jwe", name: "x" },
      ],
    });
    expect(findTokens(mac)).toMatchObject({ tokens: [{ kind: "jws", name: undefined }] });
  });

  test("rejects a text that is too long", () => {
    expect(findTokens("a".repeat(maxInputLength + 1))).toEqual({ kind: "too-long" });
  });

  test("lists as many tokens as it promises, and no more", () => {
    const text = Array.from({ length: maxTokens + 5 }, (_, sub) =>
      writeToken({ alg: "RS256" }, { sub }),
    ).join("\n");
    expect(find(text)).toHaveLength(maxTokens);
  });

  test("finds a token at any place of any other text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom(mac, odd), (before, after, token) => {
        expect(find(`${before} ${token} ${after}`)).toContain(token);
      }),
    );
  });
});

describe("a hostile text of the maximum length", () => {
  const long = (piece: string) => piece.repeat(Math.floor(maxInputLength / piece.length));
  test.each([
    ["beginnings of tokens on lines", long("eyJhbGci\n")],
    ["beginnings of tokens with dots", long("eyJhbGciOiJIUzI1NiJ9.\n")],
    ["dots", long(".")],
    ["letters and dots", long("e.")],
    ["one word", long("e")],
    ["headers", long("eyJhbGciOiJIUzI1NiJ9.")],
    ["names", long("access_token")],
    ["names and separators", long("access_token=")],
    ["names and spaces", long("token  :  ")],
    ["percent signs", long("%25")],
    ["dashes", long("--token ")],
    ["open quotes", long('"\\')],
    ["levels of percent-encoding", `%${long("25").slice(1)}`],
    ["levels of entities", `&${long("amp;").slice(1)}`],
    ["levels of JSON strings", long('\\\\\\"')],
    ["lines of base64", long(`${"QUJD".repeat(19)}\n`)],
    ["numbered names", long("n.0=")],
    ["pairs", long('{"name":"x","value":"')],
    ["tags", long("<a")],
    ["tokens with spaces", long("eyJhbGciOiJIUzI1NiJ9. ")],
  ])("of %s is searched in linear time", (_, text) => {
    expect(["found", "none"]).toContain(findTokens(text).kind);
  });
});
