import { readEntry } from "../../../../../lib/trace/read-entry.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import type { Exchange } from "../../../../../lib/trace/exchange.ts";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The secrets of the sample capture; none is in an export. */
export const sampleSecrets = {
  code: "Qm9-code-of-ada-5512",
  verifier: "verifier-of-ada-0123456789-0123456789-0123456789",
  password: "correct horse battery 7",
  cookie: "session-cookie-of-ada-77412",
  accessToken: "opaque-access-token-of-ada-9921",
  clientSecret: "client-secret-of-spa-31337",
  signature: "c2lnbmF0dXJlLW9mLWFkYS0xMjM0NTY3ODkw",
  claims: encode({ iss: "https://login.example/", sub: "auth0|ada", email: "ada@example.com" }),
};

const idToken = [
  encode({ alg: "HS256", typ: "JWT" }),
  sampleSecrets.claims,
  sampleSecrets.signature,
].join(".");

const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 8, 0, second)).toISOString();

/** A code login with its password form, as HAR entries of a browser. */
export const sampleEntries: readonly unknown[] = [
  {
    startedDateTime: at(1),
    time: 20,
    request: {
      method: "GET",
      url: "https://login.example/authorize?client_id=spa&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&scope=openid&state=s1&nonce=n1&code_challenge=c&code_challenge_method=S256",
      headers: [{ name: "Cookie", value: `auth0=${sampleSecrets.cookie}` }],
    },
    response: {
      status: 302,
      headers: [
        {
          name: "Location",
          value: `https://app.example/callback?code=${sampleSecrets.code}&state=s1`,
        },
        { name: "Set-Cookie", value: `auth0=${sampleSecrets.cookie}; Secure; HttpOnly` },
      ],
      redirectURL: `https://app.example/callback?code=${sampleSecrets.code}&state=s1`,
      content: { size: 0, mimeType: "" },
    },
  },
  {
    startedDateTime: at(3),
    time: 90,
    request: {
      method: "POST",
      url: "https://login.example/oauth/token",
      headers: [
        { name: "Content-Type", value: "application/json" },
        { name: "Authorization", value: `Basic ${btoa(`spa:${sampleSecrets.clientSecret}`)}` },
      ],
      postData: {
        mimeType: "application/json",
        text: JSON.stringify({
          grant_type: "authorization_code",
          client_id: "spa",
          code: sampleSecrets.code,
          code_verifier: sampleSecrets.verifier,
          password: sampleSecrets.password,
        }),
      },
    },
    response: {
      status: 200,
      headers: [{ name: "Content-Type", value: "application/json" }],
      redirectURL: "",
      content: {
        size: 10,
        mimeType: "application/json",
        text: JSON.stringify({
          access_token: sampleSecrets.accessToken,
          id_token: idToken,
          token_type: "Bearer",
        }),
      },
    },
  },
];

/** Reads entries as exchanges; throws for one that is malformed. */
export function readEntries(entries: readonly unknown[]): Exchange[] {
  return entries.map((entry, index) => {
    const exchange = readEntry(entry, { id: index + 1, source: "event" });
    if (exchange === undefined) throw new Error(`Entry ${index} is malformed.`);
    return exchange;
  });
}

/** The sample capture with its verdicts. */
export const readSample = () => readTrace(readEntries(sampleEntries));
