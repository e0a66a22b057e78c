import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AuthError } from "../../../../lib/auth/index.ts";
import { catchAuthError, showAll } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";

/** Returns the error of a signup with this password and this response. */
function refuse(password: string, answer: Response): Promise<AuthError> {
  const { signup } = createWebAuth({ fetch: () => answer });
  const given = { email: "new@example.com", password, connection: "db" };
  return catchAuthError(signup(given));
}

const refuseWith = (password: string, body: unknown): Promise<AuthError> =>
  refuse(password, Response.json(body, { status: 400 }));

const tellPlainly = (text: string): Response => new Response(`<p>${text}</p>`, { status: 400 });

const percentAll = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join("");
const form = (text: string): string => new URLSearchParams({ p: text }).toString().slice(2);
const html = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[character] ?? "",
  );

/** The encodings in which a service can repeat a text. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "percent-encoded": encodeURIComponent,
  "percent-encoded in lower case": (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "percent-encoded as a whole": percentAll,
  "as a form": form,
  "as a form in lower case": (text) => form(text).replace(/%../g, (code) => code.toLowerCase()),
  "in HTML": html,
  "in HTML with hexadecimal references": (text) =>
    text.replace(/[^\w]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16)};`),
  "in HTML with decimal references": (text) =>
    text.replace(/[^\w]/gu, (character) => `&#${character.codePointAt(0)};`),
  "in JSON": (text) => JSON.stringify(text).slice(1, -1),
  "in JSON with escapes": (text) =>
    text
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  "as a form in HTML": (text) => html(form(text)),
  "in JSON in HTML": (text) => html(JSON.stringify(text)),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
};

const secretArbitrary = fc
  .oneof(
    fc.string({ minLength: 2, maxLength: 40 }),
    fc.string({ unit: "grapheme", minLength: 2, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(..."ab+%&;<>\"'\\/ .!()~*42"), minLength: 2, maxLength: 20 }),
    fc.constantFrom(
      "hunter22",
      "correct horse",
      "p&ss<w>rd'1",
      "100%25 sure+",
      "Ünïcode 7",
      "qwertz",
    ),
  )
  .map((secret) => secret.trim())
  .filter((secret) => secret.length > 1);

const isLong = (secret: string): boolean =>
  secret.length > 15 || (secret.length > 7 && !/^\p{L}+$/u.test(secret));

describe("an error response that repeats the password", () => {
  test.each(Object.entries(spellings))("shows it nowhere, %s", async (_how, spell) => {
    await fc.assert(
      fc.asyncProperty(
        secretArbitrary,
        fc.constantFrom("error_description", "message", "description", "policy", "other"),
        fc.constantFrom('"', "'", "`"),
        async (password, member, quote) => {
          const echo = spell(password);
          const tell = (text: string) => ({
            code: "invalid_password",
            [member]: `You gave ${quote}${text}${quote}, 7 x`,
            details: [{ deep: { text, [`name ${text}`]: 1 } }],
          });
          // A password can be a word of our own sentences, which an error of another password
          // contains too.
          const other = "Zq#9 of another";
          const unrelated =
            showAll(await refuseWith(other, tell(other))) +
            showAll(await refuse(other, tellPlainly(other)));
          fc.pre(!unrelated.includes(JSON.stringify(echo).slice(1, -1)));
          const error = await refuseWith(password, tell(echo));
          expect(error.code).toBe("invalid_password");
          expect(showAll(error)).not.toContain(JSON.stringify(echo).slice(1, -1));
          const plain = await refuse(password, tellPlainly(echo));
          expect(showAll(plain)).not.toContain(JSON.stringify(echo).slice(1, -1));
        },
      ),
      { numRuns: 150 },
    );
  });

  test("never shows a long password, in any surrounding text", async () => {
    await fc.assert(
      fc.asyncProperty(
        secretArbitrary.filter(isLong),
        fc.string(),
        fc.string(),
        fc.constantFrom(...Object.values(spellings)),
        async (password, before, after, spell) => {
          const echo = spell(password);
          // The start of an escape sequence would include the characters after it.
          const unfinished = /[%&\\][#\w]*$/;
          fc.pre(!unfinished.test(before) && !unfinished.test(echo));
          const error = await refuseWith(password, { code: "x", message: before + echo + after });
          expect(error.message).not.toContain(echo);
          expect(showAll(error)).not.toContain(JSON.stringify(echo).slice(1, -1));
        },
      ),
      { numRuns: 600 },
    );
  });

  test("never shows an encoded password that ends like an escape of the following text", async () => {
    const message = "&#x21;&#x20;&#x20;&#x20;&#x20;&#x20;&#x20;&#x25;00";
    const error = await refuseWith("!      %", { code: "x", message });
    expect(showAll(error)).not.toContain("&#x21;");
  });

  test("shows no token of the response, and no number that is the code", async () => {
    const fetch = () =>
      Response.json(
        { error: "mfa_required", mfa_token: "t-1", got: 123_456, token_type: "x", isToken: true },
        { status: 403 },
      );
    const { passwordlessLogin } = createWebAuth({ fetch, navigation: { goTo: () => undefined } });
    const given = {
      connection: "email",
      email: "a@example.com",
      verificationCode: "123456",
    } as const;
    const error = await catchAuthError(passwordlessLogin(given));
    expect(error.original).toMatchObject({
      body: { mfa_token: "[removed]", got: "[removed]", token_type: "x", isToken: true },
    });
  });
});

describe("an error response that does not repeat the password", () => {
  const words = ["password", "a", "wrong", "character", "email", "message", "code", "policy"];

  test("is returned unchanged, including its member names", async () => {
    await fc.assert(
      fc.asyncProperty(
        secretArbitrary,
        fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.jsonValue({ maxDepth: 3 })),
        async (password, made) => {
          const text = JSON.stringify(made);
          // JSON.parse(JSON.stringify()) turns -0 into 0.
          const body: unknown = JSON.parse(text);
          const parts = password.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
          fc.pre(!/token|secret|verif|ticket|password|otp|cookie|assertion|link|code/i.test(text));
          // Without any part of the secret no encoded form of it can be present.
          fc.pre(parts.length > 0 && parts.every((part) => !text.includes(part)));
          const answer = { ...Object(body), code: "invalid_signup" };
          const error = await refuseWith(password, answer);
          expect(error.original).toEqual({ statusCode: 400, body: answer });
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each(words)("keeps its members and its policy for the password %j", async (password) => {
    const policy = "* At least 8 characters in length\n* lower case letters (a-z)";
    const rules = { rules: [{ message: "No email in a password", code: "noEmail" }] };
    const body = {
      name: "PasswordStrengthError",
      code: "invalid_password",
      message: "Passwords of characters are passwordless.",
      policy,
      description: rules,
      statusCode: 400,
    };
    const error = await refuseWith(password, body);
    expect(error).toMatchObject({
      name: "PasswordStrengthError",
      code: "invalid_password",
      errorDescription: "Passwords of characters are passwordless.",
      policy,
      description: rules,
    });
    expect(error.original).toEqual({ statusCode: 400, body });
  });

  test("has no text if the password is a word of it", async () => {
    const body = { error: "access_denied", error_description: "Wrong email or password." };
    const error = await refuseWith("password", body);
    expect(error).toMatchObject({ code: "access_denied" });
    expect(error.errorDescription).toBe(
      "https://tenant.example/dbconnections/signup responded with status 400. Its text contains a secret of the request, and is not shown.",
    );
    expect((await refuseWith("a", body)).errorDescription).toBe("Wrong email or password.");
  });
});
