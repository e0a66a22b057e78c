import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createRedactor } from "../../../../../lib/redaction/create-redactor.ts";
import { exportTrace, type TraceFormat } from "../../../../../lib/trace/file/export-trace.ts";
import { readTraceFile } from "../../../../../lib/trace/file/read-trace-file.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import { cases } from "../../../../trace-corpus/cases.ts";

const folder = join(import.meta.dirname, "../../../../trace-corpus/captures");
const formats: readonly TraceFormat[] = ["har", "json", "markdown"];

const pairsSchema = z.array(z.object({ name: z.string(), value: z.string() }));
const harSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          url: z.string(),
          headers: pairsSchema,
          postData: z.optional(z.object({ text: z.optional(z.string()) })),
        }),
        response: z.object({
          headers: pairsSchema,
          redirectURL: z.optional(z.string()),
          content: z.optional(z.object({ text: z.optional(z.string()) })),
        }),
      }),
    ),
  }),
});

const secretName =
  /^(?:code|access_token|id_token|refresh_token|code_verifier|client_secret|password|otp|login_ticket|co_verifier|mfa_token|device_code|id_token_hint|subject_token|verifier)$/u;

/** Lists the secrets of a file by the names under which they were sent, without the redactor. */
function listSecrets(text: string): string[] {
  const secrets = new Set<string>();
  const add = (name: string, value: unknown) => {
    if (typeof value !== "string" || !secretName.test(name)) return;
    const parts = value.split(".");
    // Of a JWT, the claims and the signature: its header says only how it is made.
    const isJwt = parts.length === 3 && value.startsWith("ey");
    for (const part of isJwt ? parts.slice(1) : [value]) if (part.length >= 8) secrets.add(part);
  };
  const addPairs = (encoded: string) => {
    for (const [name, value] of new URLSearchParams(encoded)) add(name, value);
  };
  const addUrl = (url: string) => {
    const parsed = URL.parse(url);
    addPairs(parsed?.search.slice(1) ?? "");
    addPairs(parsed?.hash.slice(1) ?? "");
  };
  const addBody = (body: string) => {
    for (const [, name = "", value] of body.matchAll(/"(\w+)"\s*:\s*"([^"\\]+)"/gu))
      add(name, value);
    if (/^\w+=/u.test(body)) addPairs(body);
  };
  for (const { request, response } of harSchema.parse(JSON.parse(text)).log.entries) {
    addUrl(request.url);
    addUrl(response.redirectURL ?? "");
    addBody(request.postData?.text ?? "");
    addBody(response.content?.text ?? "");
    for (const { name, value } of [...request.headers, ...response.headers]) {
      if (/^location$/iu.test(name)) addUrl(value);
      if (/^authorization$/iu.test(name)) add("access_token", value.split(" ")[1]);
      if (/^(?:set-)?cookie$/iu.test(name)) {
        for (const cookie of value.split(/; */u).slice(0, /^set/iu.test(name) ? 1 : 99)) {
          const own = cookie.slice(cookie.indexOf("=") + 1);
          if (own.length >= 16) secrets.add(own);
        }
      }
    }
  }
  return [...secrets];
}

/** Returns a secret as it is, and as a URL, JSON or base64 could hold it. */
const encodings = (secret: string): string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ]),
];

/** Returns the first part of 16 characters (or the whole secret) that the text contains. */
function findPart(text: string, secret: string): string | undefined {
  for (const form of encodings(secret)) {
    for (let start = 0; start <= Math.max(0, form.length - 16); start += 1) {
      const part = form.slice(start, start + 16);
      if (text.includes(part)) return part;
    }
  }
  return undefined;
}

async function exportCase(name: string, format: TraceFormat): Promise<string> {
  const text = readFileSync(join(folder, `${name}.har`), "utf8");
  const { signal } = new AbortController();
  const file = await readTraceFile(text, () => Promise.resolve(), signal);
  const { flows } = await readTrace(file.ok ? file.exchanges : []);
  const facts = { extension: "0.1.0", browser: "Chrome 156", exportedAt: "2026-11-23T09:00:00Z" };
  const redactor = createRedactor({ keepsClaims: false });
  const shared = flows[0]?.prepared.context.shared ?? [];
  const onProgress = () => undefined;
  return [...exportTrace({ flows, shared, format, facts, redactor, signal, onProgress })].join("");
}

describe("an export of each captured login", () => {
  test.each(cases.map(({ name }) => name))("%s: contains no part of its secrets", async (name) => {
    const secrets = listSecrets(readFileSync(join(folder, `${name}.har`), "utf8"));
    for (const format of formats) {
      const exported = await exportCase(name, format);
      const found = secrets.flatMap((secret) => findPart(exported, secret) ?? []);
      expect(found, format).toEqual([]);
    }
  });
});

describe("the scan", () => {
  test("finds secrets in most captured logins, and finds one that is planted", async () => {
    const counts = cases.map(
      ({ name }) => listSecrets(readFileSync(join(folder, `${name}.har`), "utf8")).length,
    );
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(100);
    const name = "login-pkce";
    const [secret = ""] = listSecrets(readFileSync(join(folder, `${name}.har`), "utf8"));
    const exported = await exportCase(name, "markdown");
    expect(findPart(exported, secret)).toBeUndefined();
    for (const form of encodings(secret)) {
      expect(findPart(`${exported} ${form.slice(1, 18)}`, secret)).toBe(form.slice(1, 17));
    }
  });
});
