const base64 = (text: string) => Buffer.from(text).toString("base64");
const base64url = (text: string) => Buffer.from(text).toString("base64url");
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const zeroWidth = (text: string) => [...text].join("\u200b");

/** Recorded content with a secret under a name. */
export const plantedForms: readonly (readonly [
  form: string,
  plant: (secret: string) => unknown,
])[] = [
  ["a query", (s) => `https://app.example/cb?code=${s}&state=x`],
  ["a fragment", (s) => `https://app.example/cb#access_token=${s}`],
  ["a URL within a URL", (s) => `/login?returnTo=${encodeURIComponent(`/cb?code=${s}`)}`],
  [
    "a URL encoded twice",
    (s) => `/a?next=${encodeURIComponent(encodeURIComponent(`/cb#id_token_hint=${s}&x=1`))}`,
  ],
  ["a form", (s) => `username=ada&password=${s}`],
  ["a member", (s) => ({ client_secret: s })],
  ["a member in a text", (s) => ({ body: JSON.stringify({ code_verifier: s }) })],
  ["the first of two members of one name", (s) => `{"password":"${s}","password":""}`],
  ["JSON that is cut off", (s) => `{"id":"evt_1","login_ticket":"${s}`],
  ["JSON in a sentence", (s) => `got {"id_token_hint": "${s}"} from it`],
  ["a Cookie line", (s) => `GET / HTTP/1.1\r\nCookie: theme=dark; sid=${s}\r\nHost: x`],
  ["a Set-Cookie line", (s) => `Set-Cookie: auth0=${s}; Path=/; HttpOnly`],
  ["a X-Api-Key line", (s) => `Accept: */*\nX-Api-Key: ${s}\nHost: x`],
  ["an Authorization line", (s) => `Authorization: Custom ${s}`],
  ["a command", (s) => `curl -H 'X-Api-Key: ${s}' -H "Cookie: a=${s}" https://x.example`],
  ["a { name, value } pair", (s) => [{ name: "X-Api-Key", value: s }]],
  ["a recorded header", (s) => ({ headers: [{ name: "Set-Cookie", value: `a=${s}; Secure` }] })],
  ["a recorded cookie", (s) => ({ cookies: [{ name: "theme", value: s, path: "/" }] })],
  ["a [name, value] pair", (s) => ({ headers: [["Cookie", `sid=${s}`]] })],
  ["a lone [name, value] pair", (s) => ["private_key", s]],
  ["words of a command", (s) => ["tool", "--password", s, "--verbose"]],
  ["a percent-encoded form", (s) => `body ${percent(`password=${s}`)} end`],
  ["a percent-encoded value", (s) => `?client_secret=${percent(s)}`],
  ["base64", (s) => `data:;base64,${base64(JSON.stringify({ password: s }))}`],
  ["base64url in a path", (s) => `/cb/${base64url(JSON.stringify({ refresh_token: s }))}/x`],
  ["base64 in base64", (s) => base64(`a ${base64(`client_secret=${s}`)} b`)],
  [
    "a token's payload",
    (s) => `${base64url('{"alg":"none"}')}.${base64url(JSON.stringify({ session_id: s }))}.`,
  ],
  ["a percent-encoded name", (s) => `?pass%77ord=${s}`],
  ["an escaped name", (s) => String.raw`{"pass\u0077ord":"${s}" cut`],
  ["a base64 name", (s) => ({ [base64("client_secret")]: s })],
  ["a full-width name", (s) => ({ [fullWidth("client_secret")]: s })],
  ["a full-width text", (s) => `${fullWidth("client_secret=")}${s}`],
  ["a name with zero-width characters", (s) => `{"${zeroWidth("password")}":"${s}",`],
  ["a JWE", (s) => `${base64url('{"alg":"dir","enc":"A256GCM"}')}..${"a".repeat(16)}.${s}.${s}`],
  [
    "a JWS",
    (s) => `at ${base64url('{"alg":"RS256"}')}.${base64url('{"sub":"a"}')}.${base64url(s)}`,
  ],
  ["PEM", (s) => `-----BEGIN PRIVATE KEY-----\n${s}\n-----END PRIVATE KEY-----`],
  ["PEM that is cut off", (s) => `-----BEGIN RSA PRIVATE KEY-----\\n${s}`],
  ["a private JWK", (s) => ({ kty: "oct", k: s })],
  ["SAMLResponse", (s) => `SAMLResponse=${s}&RelayState=x`],
  ["secret_access_key", (s) => `secret_access_key = ${s}`],
  ["private_key", (s) => ({ private_key: s })],
  ["session_id", (s) => ({ session_id: s })],
  ["token_value", (s) => ({ token_value: s })],
  ["a form's field", (s) => `<input type="hidden" value="${s}" name="code"/>`],
  ["an element", (s) => `<saml:Assertion x="y">${s}</saml:Assertion>`],
  [
    "a part of a form",
    (s) => `--b\r\nContent-Disposition: form-data; name="otp"\r\n\r\n${s}\r\n--b--`,
  ],
  ["a URL's user", (s) => `postgres://ada:${s}@db.example/x`],
  ["a credential in a sentence", (s) => `sent Bearer ${s} to it`],
  ["a member's name", (s) => ({ [`https://app.example/?code=${s}`]: 1 })],
];

/** Content with a secret that is known by its name elsewhere, but has none here. */
export const nakedForms: readonly (readonly [form: string, write: (secret: string) => unknown])[] =
  [
    ["plain", (s) => `the value ${s} again`],
    ["glued to other text", (s) => `x${s}y`],
    ["in a path", (s) => `/files/${s}`],
    ["percent-encoded", (s) => `/files/${percent(s)}`],
    ["in base64", (s) => base64(`it was ${s}, yes`)],
    ["full-width", (s) => fullWidth(s)],
    ["with characters of no width", (s) => zeroWidth(s)],
    ["as a member's name", (s) => ({ [s]: true })],
  ];

/** Content that redaction must not change. */
export const ordinaryValues: readonly unknown[] = [
  { token_type: "Bearer" },
  '{"token_type":"Bearer","expires_in":3600}',
  "user.created",
  { type: "organization.connection.added", id: "evt_0123456789abcdef" },
  { user_id: "auth0|5f7c8ec7c33c6c004bbafe82", client_id: "AaiyAPdpYdesoKnqjj8HJqRn4T5titww" },
  "Wrong email or password.",
  "basic settings of the bearer",
  "status code: 404, error code: forbidden",
  ["code", "token"],
  { grant_types: ["password", "refresh_token"] },
  "grant_type=password&scope=openid%20profile",
  "urn:ietf:params:oauth:token-type:jwt",
  "https://app.example/?state=xyz&code_challenge_method=S256#top",
  { time: "2026-11-21T08:00:00.500Z", secret: "", token: null, password_set: true },
  "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
  { kty: "RSA", n: "0vx7agoebGcQSuu", e: "AQAB", kid: "2011-04-29" },
  "Schrödinger wrote \u{1f600} and مرحبا",
];
