import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exportTrace, type TraceFormat } from "../../../../../lib/trace/file/export-trace.ts";
import { captures, readFlows, readHarText } from "../read-recording.ts";
import { encodings, findPart, listSecrets, withDecodedTokens } from "./captured-secrets.ts";

const logins = readdirSync(captures).map((file) => file.slice(0, -".har".length));
const formats: readonly TraceFormat[] = ["har", "json", "markdown"];

async function exportCase(name: string, format: TraceFormat): Promise<string> {
  const { signal } = new AbortController();
  const flows = await readFlows(readHarText(name));
  const facts = { extension: "0.1.0", browser: "Chrome 156", exportedAt: "2026-11-23T09:00:00Z" };
  const shared = flows[0]?.prepared.context.shared ?? [];
  const onProgress = () => undefined;
  return [...exportTrace({ flows, shared, format, facts, signal, onProgress })].join("");
}

describe("an export of each captured login", () => {
  test.each(logins)("%s: contains no part of its secrets", async (name) => {
    const secrets = listSecrets(readHarText(name), { keepsClaims: true });
    for (const format of formats) {
      const exported = withDecodedTokens(await exportCase(name, format));
      const found = secrets.flatMap((secret) => findPart(exported, secret) ?? []);
      expect(found, format).toEqual([]);
    }
  });
});

describe("the scan", () => {
  test("searches as many captured logins as SECURITY.md says", () => {
    const security = readFileSync(join(captures, "../../../SECURITY.md"), "utf8");
    expect(security).toContain(`the exports of ${logins.length} captured logins`);
  });

  test("finds secrets in most captured logins, and finds one that is planted", async () => {
    const counts = logins.map((name) => listSecrets(readHarText(name)).length);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(400);
    const name = "login-pkce";
    const [secret = ""] = listSecrets(readHarText(name));
    const exported = await exportCase(name, "markdown");
    expect(findPart(exported, secret)).toBeUndefined();
    for (const form of encodings(secret)) {
      expect(findPart(`${exported} ${form.slice(1, 18)}`, secret)).toBe(form.slice(1, 17));
    }
  });
});
