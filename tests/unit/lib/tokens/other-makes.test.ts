import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { findTokens } from "../../../../lib/tokens/input/find-tokens.ts";
import { inspectToken, type TokenReport } from "../../../../lib/tokens/inspect-token.ts";

// Tokens in the documented forms of other makers and standards. The expected kinds come from their
// documents, not from the table of kinds.
const rowSchema = z.object({
  name: z.string(),
  kind: z.string(),
  signature: z.string(),
  header: z.optional(z.json()),
  payload: z.optional(z.json()),
  /** The text of a sample that is not three parts of JSON. */
  text: z.optional(z.string()),
});
const rows = z
  .array(rowSchema)
  .parse(JSON.parse(readFileSync(new URL("./other-makes/tokens.json", import.meta.url), "utf8")));

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Writes a sample with any signature: its header and claims decide what is tested here. */
function write({ header, payload, text }: z.infer<typeof rowSchema>): string {
  return text ?? `${encode(header)}.${encode(payload)}.AAAA`;
}

/** While the tokens are valid. */
const now = Date.UTC(2026, 10, 26, 20, 10);

/** The tokens whose kind is not recognized, each with the reason. */
const unrecognized: Readonly<Record<string, string>> = {
  "Django/itsdangerous signed (not JWT)": "is called signed content (JWS), not a JWT",
  "Firebase session cookie": "has the claims of an ID token; only its issuer differs",
  "Supabase access token (ES256)": "has the claims of an ID token, and none of an access token",
};

async function inspect(text: string): Promise<TokenReport> {
  const search = findTokens(text);
  const [first] = search.kind === "found" ? search.tokens : [{ text, name: undefined }];
  const name = first.name === undefined ? {} : { name: first.name };
  return inspectToken(first.text, { now, ...name });
}

test.each(rows)("$name is recognized as $kind", async (row) => {
  const { name, kind } = row;
  const report = await inspect(write(row));
  const title = "tokenKind" in report ? report.tokenKind.title : report.kind;
  const isRecognized = title.toLowerCase().includes(kind.toLowerCase());
  expect({ title, isRecognized }).toEqual({
    title,
    isRecognized: unrecognized[name] === undefined,
  });
});

/** Faults of the samples themselves. */
const faulty = ["RFC 7515 A.1", "OIDC id_token_hint in logout URL", "RFC 9449 figure proof"];

test.each(rows.filter(({ name, signature }) => signature === "verified" && !faulty.includes(name)))(
  "$name is sound, so no finding is an error or a warning",
  async (row) => {
    const report = await inspect(write(row));
    const findings = "findings" in report ? report.findings : [];
    expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
  },
);
