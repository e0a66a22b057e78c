import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRedactor } from "../../../../lib/redaction/create-redactor.ts";
import { findIn, unfold } from "./kept/find-leak.ts";
import { makeSecret, secretKinds, type Planted } from "./kept/secret-kinds.ts";

/** Places of an event without a secret's name. */
const unnamed: Readonly<Record<string, (secret: string) => unknown>> = {
  "a member": (secret) => ({ data: { details: { value: secret } } }),
  "a sentence": (secret) => ({ message: `The hook got "${secret}" in its request.` }),
  "JSON in a text": (secret) => ({ body: JSON.stringify({ input: [secret] }) }),
  "a query": (secret) => ({ url: `https://app.example/in?v=${encodeURIComponent(secret)}&n=1` }),
  "a list": (secret) => ({ data: { object: { entries: ["one", secret] } } }),
};

/** The kinds that SECURITY.md promises to find without a name. */
const promised = [
  "AWS access key",
  "AWS session token",
  "Google API key",
  "Google client secret",
  "Google access token",
  "GitHub token",
  "GitHub fine-grained token",
  "GitHub server token",
  "GitLab token",
  "Slack bot token",
  "Stripe key",
  "Stripe restricted key",
  "Stripe webhook secret",
  "Twilio key",
  "SendGrid key",
  "Mailgun key",
  "Mailchimp key",
  "npm token",
  "PyPI token",
  "RubyGems key",
  "NuGet key",
  "Docker Hub token",
  "DigitalOcean token",
  "Azure client secret",
  "Vault token",
  "Shopify token",
  "Square token",
  "OpenAI key",
  "Anthropic key",
  "Hugging Face token",
  "New Relic key",
  "Linear key",
  "Notion secret",
  "Figma token",
  "Atlassian token",
  "Postman key",
  "Terraform token",
  "Doppler token",
  "PEM key",
  "SSH key",
  "signed JWT",
  "encrypted JWT",
  "magic link",
  "reset link",
  "invitation link",
  "MongoDB address",
  "Postgres address",
];

/** Of a signed token, the claims stay; of the address of a database, the user's name. */
function listSecrets({ kind, secrets }: Planted): readonly string[] {
  return /^signed JWT$| address$/u.test(kind) ? secrets.slice(-1) : secrets;
}

/** Returns the places at which the export of an event has a part of the secret. */
function findMissed(kind: string): string[] {
  return Object.entries(unnamed).flatMap(([place, plant], index) => {
    const planted = makeSecret(kind, index);
    const event = plant(planted.text);
    const redactor = createRedactor();
    redactor.collect(event);
    const text = unfold(JSON.stringify(redactor.redact(event)));
    return listSecrets(planted).some((secret) => findIn(text, secret) !== undefined) ? [place] : [];
  });
}

test("an event loses each kind of secret that is promised, wherever it stands", () => {
  const missed = promised.flatMap((kind) => findMissed(kind).map((place) => `${kind} in ${place}`));
  expect(missed).toEqual([]);
});

test("the search for what is left finds a secret of each kind", () => {
  for (const kind of Object.keys(secretKinds)) {
    const { text, secrets } = makeSecret(kind, 1);
    for (const secret of secrets)
      expect(findIn(unfold(JSON.stringify([text])), secret)).toBeDefined();
  }
});

test("the kinds that are missed without a name are printed", () => {
  const places = Object.keys(unnamed).length;
  const lines = Object.keys(secretKinds).flatMap((kind) => {
    const missed = findMissed(kind).length;
    return missed === 0 ? [] : [`${kind}: missed at ${missed} of ${places} places`];
  });
  process.stdout.write(`Of an event, without a name:\n${lines.join("\n")}\n`);
  expect(lines.length).toBeLessThan(Object.keys(secretKinds).length - promised.length + 1);
});

describe("a name in another language than English", () => {
  test.each([
    ["密码"],
    ["用户密码"],
    ["验证码"],
    ["पासवर्ड"],
    ["contraseña"],
    ["nueva_contrasena"],
    ["motDePasse"],
    ["mot_de_passe"],
    ["كلمة المرور"],
    ["পাসওয়ার্ড"],
    ["senha"],
    ["novaSenha"],
    ["пароль"],
    ["ключ"],
    ["پاس ورڈ"],
    ["kata_sandi"],
    ["Passwort"],
    ["Benutzerpasswort"],
    ["Zugriffstoken"],
    ["パスワード"],
    ["ログインパスワード"],
    ["認証コード"],
    ["비밀번호"],
    ["şifre"],
  ])("%s hides its value", (name) => {
    const redactor = createRedactor();
    const secret = "regen-4471-wolke";
    expect(JSON.stringify(redactor.redact({ [name]: secret }))).not.toContain(secret);
    expect(JSON.stringify(redactor.redact({ text: `${name}: ${secret}` }))).not.toContain(secret);
  });

  test("has the kind of its longest ending: a one-time password is no password", () => {
    const name = "ログインのワンタイムパスワード";
    const redacted = createRedactor().redact({ [name]: "regen-4471-wolke" });
    expect(redacted).toEqual({ [name]: "[removed otp 1]" });
  });

  test.each([
    ["Palabras clave: nombre, correo"],
    ["clé: valeur"],
    ["mot de passe oublié"],
    ["Der Schlüssel: ein Wort"],
    ["код: ошибка"],
  ])("does not change the sentence “%s”", (sentence) => {
    expect(createRedactor().redact({ sentence })).toEqual({ sentence });
  });
});

describe("a link that works once", () => {
  test.each([
    ["https://app.example/reset/Zk3v91LmQ0/new", "Zk3v91LmQ0"],
    ["/u/reset-verify?ticket=abc&t=Zk3v91LmQ0", "Zk3v91LmQ0"],
    ["https://app.example/email/verify/abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz"],
  ])("%s loses its secret", (link, secret) => {
    expect(JSON.stringify(createRedactor().redact({ link }))).not.toContain(secret);
  });

  test.each([
    ["https://app.example/reset/password"],
    ["https://docs.example/magic/getting-started?lang=en"],
    ["/api/v2/users/auth0|5f7c8ec7c33c6c004bbafe82/verify"],
  ])("%s, which has none, stays", (link) => {
    expect(createRedactor().redact({ link })).toEqual({ link });
  });
});

/** Reads the listed names from the source: no product code needs the list itself. */
const source = readFileSync(
  join(import.meta.dirname, "../../../../lib/redaction/foreign-names.ts"),
  "utf8",
);
const listed = Array.from(
  source.slice(source.indexOf("namesOfKinds"), source.indexOf("};")).matchAll(/"([^"]+)"/gu),
  ([, name = ""]) => name,
);

test("each listed name of another language hides its value, also in capitals", () => {
  expect(listed.length).toBeGreaterThan(100);
  const secret = "regen-4471-wolke";
  const isKept = (name: string) =>
    JSON.stringify(createRedactor().redact({ [name]: secret })).includes(secret);
  expect(listed.flatMap((name) => [name, name.toUpperCase()]).filter(isKept)).toEqual([]);
});
