import { beforeAll, describe, expect, test } from "vitest";
import { classifyToken } from "../../../../../lib/tokens/classify-token.ts";
import { inspectToken, type TokenReport } from "../../../../../lib/tokens/inspect-token.ts";
import { expectReadable } from "../expect-readable.ts";
import { createForge, issuer, now, type Forge } from "./forge.ts";
import { corpus, type CorpusRow } from "./rows.ts";

let forge: Forge;

beforeAll(async () => {
  forge = await createForge();
});

/** Returns the kind, the severity of the verdict, and the root cause. */
function summarize(report: TokenReport): string {
  if (report.kind === "unreadable") return "unreadable";
  const { id } = report.tokenKind;
  if (report.kind === "opaque") return `${id}: note none`;
  const [first] = report.findings;
  const cause = first === undefined || first.severity === "note" ? undefined : first;
  const isVerified = report.kind !== "encrypted" && report.verification?.kind === "verified";
  const severity =
    report.kind === "read"
      ? classifyToken(report).severity
      : (cause?.severity ?? (isVerified ? "good" : "note"));
  return `${id}: ${severity} ${cause?.id ?? "none"}`;
}

async function inspectRow({ make, context }: CorpusRow): Promise<TokenReport> {
  const keys = { issuer, jwks: forge.jwks };
  return inspectToken(await make(forge), { now, keys, ...(await context?.(forge)) });
}

describe("the report about a token of the corpus", () => {
  test.each(corpus)("names kind, verdict and root cause: $name", async (row) => {
    expect(summarize(await inspectRow(row))).toBe(`${row.kind}: ${row.expected}`);
  });

  test("is right for each token, and has no error for a valid one", async ({ annotate }) => {
    const reports = await Promise.all(corpus.map(inspectRow));
    const right = reports.filter(
      (report, place) => summarize(report) === `${corpus[place]?.kind}: ${corpus[place]?.expected}`,
    );
    const valid = corpus.filter(({ expected }) => !expected.startsWith("error"));
    await annotate(`${right.length} of ${corpus.length} tokens; ${valid.length} without an error`);
    expect(corpus.length).toBeGreaterThanOrEqual(60);
    expect(right).toHaveLength(corpus.length);
  });

  test("tells of each finding what it saw, why that matters, what to do, and where that is written", async () => {
    const reports = await Promise.all(corpus.map(inspectRow));
    const findings = reports.flatMap((report) => ("findings" in report ? report.findings : []));
    expect(new Set(findings.map(({ id }) => id)).size).toBeGreaterThan(30);
    for (const finding of findings) expectReadable(finding);
  });

  test("has a failed check for each error of a token with claims", async () => {
    for (const row of corpus) {
      const report = await inspectRow(row);
      if (report.kind !== "read") continue;
      const failed = report.checks.some(({ outcome }) => outcome === "failed");
      expect([row.name, failed]).toEqual([row.name, row.expected.startsWith("error")]);
    }
  });
});
