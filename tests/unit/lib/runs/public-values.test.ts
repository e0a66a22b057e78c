import { describe, expect, test } from "vitest";
import { writePresetFile } from "../../../../lib/models/runs/preset-file.ts";
import { writeCurlOf, writeForms } from "../../../../lib/models/runs/write-run.ts";
import { catalogue } from "../../../../lib/runs/catalogue/index.ts";
import type { Field, Operation, Values } from "../../../../lib/runs/operation.ts";
import { isPublic, keepPublic } from "../../../../lib/runs/public-values.ts";
import { inExtension } from "../../../run-stage/run-stage.ts";
import { findIn, unfold } from "../redaction/kept/find-leak.ts";
import { makeSecret, secretKinds, type Planted } from "../redaction/kept/secret-kinds.ts";

/** The list keeps an identifier, a word or a number here, whatever it means to a person. */
const listed = new Set([
  "clientID",
  "audience",
  "connection",
  "organization",
  "realm",
  "scope",
  "subjectTokenType",
  "xRequestLanguage",
  "maxAge",
  "leeway",
  "timeout",
]);

/** Fills all fields that can hold a text with a secret. */
function fillForm({ fields }: Operation, secret: string): Values {
  const fill = ({ name, kind }: Field) => {
    if (kind === "json") return JSON.stringify({ note: secret, list: [secret] });
    if (name === "redirectUri" || name === "returnTo")
      return `https://app.example/back?x=${encodeURIComponent(secret)}#y=${encodeURIComponent(secret)}`;
    return secret;
  };
  const filled = fields.filter(({ name, kind }) => kind !== "flag" && !listed.has(name));
  return Object.fromEntries(filled.map((field) => [field.name, fill(field)]));
}

/** Writes all that leaves a run: a file of presets, the code of the call, and its curl command. */
async function writeAll(operation: Operation, { text }: Planted): Promise<string> {
  const values = fillForm(operation, text);
  const parameters = /[\n]/u.test(text) ? "" : `x-extra=${text}\nlogin_hint=${text}`;
  const copied = { operation, values, parameters, setting: inExtension };
  const preset = {
    id: "1",
    name: "Mine",
    operation: operation.id,
    way: "extension" as const,
    values,
    parameters: [
      ["x-extra", text],
      ["resource_id", text],
    ] satisfies [string, string][],
    order: [],
  };
  const { text: file } = writePresetFile([preset], catalogue, 0);
  const curl = await writeCurlOf(copied, crypto).catch(() => undefined);
  return [file, writeForms(copied).code ?? "", curl ?? ""].join("\n");
}

const rows = catalogue.map((operation, index) => ({ id: operation.id, operation, index }));

describe("of each operation", () => {
  test.each(rows)(
    "$id, nothing that leaves has a part of a secret of any kind",
    async ({ operation, index }) => {
      const leaks: string[] = [];
      for (const kind of Object.keys(secretKinds)) {
        const planted = makeSecret(kind, index);
        const text = unfold(await writeAll(operation, planted));
        if (planted.secrets.some((secret) => findIn(text, secret) !== undefined)) leaks.push(kind);
      }
      expect(leaks).toEqual([]);
    },
  );
});

test.each([
  ["client_id", "WQ4rT8sLq2pX0aVb"],
  ["audience", "https://api.example/orders"],
  ["scope", "openid profile read:orders"],
  ["resource", "urn:example:api"],
  ["ui_locales", "pt-BR de"],
  ["max_age", "300"],
])("%s=%s stays", (name, value) => {
  expect(isPublic(name, value)).toBe(true);
});

test.each([
  ["login_hint", "ada@example.com"],
  ["state", "af0ifjsldkj"],
  ["x-theme", "dark-4471"],
  ["redirect_uri", "https://app.example/?id=4471"],
])("%s=%s is left out", (name, value) => {
  expect(isPublic(name, value)).toBe(false);
});

test("an email address and metadata are left out by their fields, and what is public stays", () => {
  const signup = catalogue.find(({ id }) => id === "signup");
  if (signup === undefined) throw new Error("There is no operation signup.");
  const { draft, dropped } = keepPublic(signup, {
    operation: "signup",
    way: "extension",
    values: {
      clientID: "WQ4rT8sLq2pX0aVb",
      connection: "people",
      email: "ada@example.com",
      user_metadata: '{"plan":"gold"}',
    },
    parameters: [["prompt", "login"]],
    order: [],
  });
  expect(draft.values).toEqual({ clientID: "WQ4rT8sLq2pX0aVb", connection: "people" });
  expect(draft.parameters).toEqual([["prompt", "login"]]);
  expect(dropped).toEqual(["email", "user_metadata"]);
});
