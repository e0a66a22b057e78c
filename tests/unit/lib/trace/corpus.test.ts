import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { cases } from "../../../trace-corpus/cases.ts";
import { CorpusScore, judgeCapture, type CorpusFindings } from "./corpus-score.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/captures");
const score = new CorpusScore();

describe("precision, recall and top-1 of the captured logins", () => {
  test.each(cases.filter(({ cause }) => cause !== undefined))(
    "$name: the top cause is $cause, with no other finding than the listed ones",
    async (each) => {
      const findings = await judgeCapture(join(folder, `${each.name}.har`));
      score.add(each, findings);
      expect(findings.top?.rule.id).toBe(each.cause);
      expect(listIds(findings.all)).toEqual(new Set([each.cause, ...(each.others ?? [])]));
    },
  );

  test.each(cases.filter(({ cause }) => cause === undefined))(
    "$name: is clean, with no other advice than the listed one",
    async (each) => {
      const findings = await judgeCapture(join(folder, `${each.name}.har`));
      score.add(each, findings);
      const wrong = findings.all.filter((one) => one.rank === "cause" || one.severity === "error");
      expect(listIds(wrong)).toEqual(new Set());
      expect(listIds(findings.all)).toEqual(new Set(each.others));
    },
  );

  afterAll(() => {
    process.stdout.write(`captured logins: ${score.describe()}\n`);
  });
});

function listIds(findings: CorpusFindings["all"]): Set<string> {
  return new Set(findings.map(({ rule }) => rule.id));
}
