import { describe, expect, test } from "vitest";
import { AuthError } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";
import { start } from "./fake-ports.ts";
import { beginLogin, createJudge, signer } from "./judged-responses.ts";
import { fragment, seconds } from "./signed-tokens.ts";
import { ada, realm, TenantPage } from "./tenant-page.ts";

const now = new Date(start).toISOString();
const at = (offset: number): string => new Date(start + offset * 1000).toISOString();

describe("a rejected ID token", () => {
  const clock = `${now} (this device's clock, with 60 seconds of leeway)`;
  const texts: [claim: string, value: unknown, text: string][] = [
    [
      "iss",
      "https://other.example/",
      'The ID token is from another issuer: iss is "https://other.example/", expected "https://tenant.example/".',
    ],
    ["sub", 7, "The ID token has no user: sub is 7, expected a string."],
    [
      "aud",
      ["client-2", { deep: [] }],
      'The ID token is for another application: aud is ["client-2","…"], expected "client-1".',
    ],
    [
      "azp",
      "client-2",
      'The ID token is for another application: azp is "client-2", expected "client-1".',
    ],
    [
      "nonce",
      "another-nonce-0123456789",
      'The ID token belongs to another login: nonce is "another-…" (24 characters), expected "non…" (7 characters).',
    ],
    [
      "exp",
      seconds - 3600,
      `The ID token has expired: exp is ${at(-3600)}, expected after ${clock}.`,
    ],
    ["exp", undefined, `The ID token lacks a time: exp is missing, expected a number of seconds.`],
    [
      "nbf",
      seconds + 3600,
      `The ID token is not valid yet: nbf is ${at(3600)}, expected until ${clock}.`,
    ],
    [
      "iat",
      seconds + 3600,
      `The token was issued in the future: iat is ${at(3600)}, expected until ${clock}.`,
    ],
  ];

  test.each(texts)(
    "for its %s (%j): the error states the expected and the found value, and the remedy",
    async (claim, value, text) => {
      const error = await catchAuthError(
        createJudge().judge(await signer.sign({ [claim]: value })),
      );
      expect(error.errorDescription).toBe(text);
      expect(error.remedy).toMatch(/^[A-Z].+\.$/);
    },
  );

  test("states the time of the login, and the permitted age", async () => {
    const { webAuth, nonce, state } = await beginLogin({ maxAge: 600 });
    const id_token = await signer.sign({ nonce, auth_time: seconds - 3600 });
    const hash = fragment({ access_token: "a", id_token, state });
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error.errorDescription).toBe(
      `The user logged in too long ago: auth_time is ${at(-3600)}, expected at most 600 seconds before ${clock}.`,
    );
    expect(error.remedy).toContain('"login"');
  });

  test.each([
    ["org_1", { org_id: "org_2" }, 'org_id is "org_2", expected "org_1"'],
    ["Acme", {}, 'org_name is missing, expected "acme"'],
  ])("names the requested organization %s", async (organization, claims, text) => {
    const { webAuth, nonce, state } = await beginLogin({ organization });
    const hash = fragment({
      access_token: "a",
      id_token: await signer.sign({ nonce, ...claims }),
      state,
    });
    const error = await catchAuthError(webAuth.parseHash({ hash }));
    expect(error.errorDescription).toBe(`The ID token is for another organization: ${text}.`);
  });

  test("names the key in the header, and the available keys", async () => {
    const { judge } = createJudge();
    const unknown = await catchAuthError(judge(await signer.sign({}, { kid: "key-9" })));
    expect(unknown.errorDescription).toContain('kid is "key-9", expected ["key-1"]');
    const changed = await signer.sign();
    const other = await signer.sign({ sub: "auth0|eve" });
    const forged = changed.slice(0, changed.lastIndexOf(".")) + other.slice(other.lastIndexOf("."));
    const error = await catchAuthError(judge(forged));
    expect(error.errorDescription).toBe(
      'The ID token was changed, or another key signed it: kid is "key-1".',
    );
    expect([unknown.remedy, error.remedy]).not.toContain(undefined);
  });

  test("states the number of parts of a text that is not a JWT", async () => {
    const error = await catchAuthError(createJudge().judge("only.two"));
    expect(error.errorDescription).toBe(
      "ID token could not be decoded: it has 2 parts, expected 3 in base64url.",
    );
  });

  test("shortens a long or deeply nested value", async () => {
    const { judge } = createJudge();
    const long = await catchAuthError(judge(await signer.sign({ iss: "x".repeat(50_000) })));
    expect(long.errorDescription.length).toBeLessThan(300);
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    const header = Buffer.from(`{"alg":${deep}}`).toString("base64url");
    const error = await catchAuthError(judge(`${header}.e30.c2ln`));
    expect(error).toMatchObject({ error: "invalid_token", reason: "alg" });
    expect(error.errorDescription.length).toBeLessThan(300);
  });
});

describe("a state that does not match", () => {
  const response = { access_token: "a" };

  test("is reported as missing, different, unknown or expired, and never shown completely", async () => {
    const { webAuth, state, clock } = await beginLogin({ responseType: "token" });
    const parse = (more: Record<string, string>, own?: string) =>
      catchAuthError(
        webAuth.parseHash({
          hash: fragment({ ...response, ...more }),
          responseType: "token",
          state: own,
        }),
      );
    const missing = await parse({});
    expect(missing.errorDescription).toBe(
      "`state` does not match. It is missing, expected the state of a pending login.",
    );
    const different = await parse({ state: "state-of-somebody-else" }, state);
    expect(different.errorDescription).toBe(
      `\`state\` does not match. It is "state-of…" (22 characters), expected "${state.slice(0, 8)}…" (43 characters).`,
    );
    const unknown = await parse({ state: "state-of-somebody-else" });
    expect(unknown.errorDescription).toContain(
      'It is "state-of…" (22 characters), expected the state of a pending login',
    );
    clock.advance(31 * 60_000);
    const expired = await parse({ state });
    expect(expired.errorDescription).toContain(
      "the state of a login that started more than 30 minutes ago",
    );
    for (const error of [missing, different, unknown, expired]) {
      expect(error.errorDescription).not.toContain(state);
      expect(error.remedy).toContain("Log in again");
    }
  });
});

describe("an AuthError", () => {
  test("has an original that is not enumerable", async () => {
    const fetch = () => Response.json({ error: "x", more: 1 }, { status: 400 });
    const error = await catchAuthError(createWebAuth({ fetch }).client.userInfo("access-1"));
    expect(Object.keys(error)).not.toContain("original");
    expect(JSON.stringify(error)).not.toContain("more");
    expect(error.original).toEqual({ statusCode: 400, body: { error: "x", more: 1 } });
  });

  test("has the service's name, and the rules of a weak password unchanged", async () => {
    const page = new TenantPage();
    const { requests } = page;
    const given = { email: "new@example.com", connection: realm };
    for (const password of ["short", "a", "least", "characters"]) {
      const error = await catchAuthError(page.create().signup({ ...given, password }));
      expect(error).toBeInstanceOf(AuthError);
      expect(error).toMatchObject({
        name: "PasswordStrengthError",
        code: "invalid_password",
        errorDescription: "Password is too weak",
        error_description: "Password is too weak",
        description: {
          verified: false,
          rules: [
            { message: "At least %d characters in length", format: [8], code: "lengthAtLeast" },
            {
              code: "containsAtLeast",
              items: [{ message: "lower case letters (a-z)" }, {}, {}, {}],
            },
          ],
        },
        remedy: "Choose a password that complies with the policy.",
      });
      expect(error.policy).toContain("* At least 8 characters in length\n");
    }
    expect(requests).toHaveLength(4);
  });

  test("is named AuthError without a name of the service", async () => {
    const page = new TenantPage();
    const error = await catchAuthError(
      page.create().login({ email: ada.username, password: "wrong", realm }),
    );
    expect(error.name).toBe("AuthError");
    expect(error.description).toBe(error.errorDescription);
  });
});
