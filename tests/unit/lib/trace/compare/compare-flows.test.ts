import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareFlows } from "../../../../../lib/trace/compare/compare-flows.ts";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import { readTrace, type JudgedFlow } from "../../../../../lib/trace/read-trace.ts";
import { traceOf } from "../entries.ts";
import { codeLogin } from "../join/logins.ts";

const captures = join(import.meta.dirname, "../../../../trace-corpus/captures");

/** Returns the login of a capture: the one that failed, otherwise the first. */
async function loginOf(name: string): Promise<JudgedFlow> {
  const text = await readFile(join(captures, `${name}.har`), "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(file.message);
  const { flows } = await readTrace(file.exchanges);
  const logins = flows.filter(({ flow }) => flow.kind === "login");
  const login = logins.find(({ verdict }) => verdict.state === "failed") ?? logins[0];
  if (login === undefined) throw new Error(`${name} has no login.`);
  return login;
}

const clean = await loginOf("login-pkce");

test.each([
  ["hs256-pkce", /^alg \(ID token, token header\) is RS256 in the first login, and HS256/u],
  // Its request equals the clean one: the tenant has another list of allowed URLs.
  [
    "callback-refused-pkce",
    /^The requests are equal, .+: status \(Authorization request, status\) is 302 .+ 400/u,
  ],
  ["redirect-differs", /^redirect_uri \(Authorization request, request\)/u],
  ["nonce-different-pkce", /^nonce is returned as sent .+ another value in the second/u],
  ["audience-of-token-pkce", /^aud \(ID token, claims\)/u],
  ["state-different", /^state is returned as sent .+ another value in the second/u],
  ["issuer-of-token-pkce", /^iss \(ID token, claims\)/u],
  ["verifier-different", /^code_verifier is sent in .+ not of this challenge/u],
  ["clock-tenant-ahead-pkce", /^iat is at its delivery in the first login, and \d+ min after/u],
])("names first what made %s fail", async (name, headline) => {
  expect(compareFlows(clean, await loginOf(name)).headline).toMatch(headline);
});

const names = [
  "login-pkce",
  "hs256-pkce",
  "callback-refused-pkce",
  "login-implicit",
  "login-form-post",
  "embedded-login",
  "nonce-different-pkce",
];
const logins = await Promise.all(names.map(loginOf));

test("finds no difference between a login and itself", () => {
  fc.assert(
    fc.property(fc.constantFrom(...logins), (login) => {
      const { headline, counts } = compareFlows(login, login);
      expect(headline).toBeUndefined();
      expect(counts.different).toBe(0);
    }),
  );
});

test("finds the mirrored differences in the other direction", () => {
  fc.assert(
    fc.property(fc.constantFrom(...logins), fc.constantFrom(...logins), (one, other) => {
      const there = compareFlows(one, other);
      const back = compareFlows(other, one);
      const list = (isMirrored: boolean, { messages }: typeof there) =>
        messages.flatMap(({ title, onlyIn, values }) => [
          `${title} ${isMirrored && onlyIn !== undefined ? { first: "second", second: "first" }[onlyIn] : onlyIn}`,
          ...values
            .map(({ first, second, place, ...rest }) =>
              JSON.stringify([rest, place, ...(isMirrored ? [second, first] : [first, second])]),
            )
            .toSorted(),
        ]);
      expect(list(true, back)).toEqual(list(false, there));
    }),
  );
});

test("two clean logins of the same page do not differ in what each has of its own", async () => {
  const { flows } = await traceOf([
    ...codeLogin({ client: "shop", state: "s1", code: "c1" }),
    ...codeLogin({ at: 60_000, client: "shop", state: "s2", code: "c2" }),
  ]);
  const [one, other] = flows;
  if (one === undefined || other === undefined) throw new Error("Two logins were expected.");
  expect(compareFlows(one, other).headline).toBeUndefined();
});

test("shows no code, state, nonce, verifier or token", () => {
  for (const login of logins) {
    const shown = JSON.stringify(compareFlows(clean, login));
    for (const { flow } of [clean, login]) {
      const secrets = flow.messages
        .flatMap(({ request, response }) => [...request, ...response])
        .filter(([name]) => /^(?:code|state|nonce|code_verifier|.+_token|password)$/u.test(name));
      expect(secrets.filter(([, value]) => value.length > 8 && shown.includes(value))).toEqual([]);
    }
  }
});

test("hides a secret inside a URL, and under a name that is no parameter of a standard", async () => {
  const [one, other] = await Promise.all(
    ["first", "second"].map(async (which) => {
      const [request, ...rest] = codeLogin({ client: "shop" });
      const query = {
        ...request?.query,
        redirect_uri: `https://app.example/callback?api_key=${which}-key-0123456789`,
        mfa_code: `${which}-factor`,
      };
      const { flows } = await traceOf([{ url: "", ...request, query }, ...rest]);
      return flows[0];
    }),
  );
  if (one === undefined || other === undefined) throw new Error("There are two logins.");
  const text = JSON.stringify(compareFlows(one, other));
  expect(text).toContain("mfa_code");
  expect(text).not.toMatch(/(?:first|second)-(?:key|factor)/u);
});
