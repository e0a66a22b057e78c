import { describe, expect, test } from "vitest";
import { rules } from "../../../../../lib/trace/rules/rules.ts";
import { apiCases } from "./api/api-cases.ts";
import { callCases } from "./api/call-cases.ts";
import { browserCases } from "./browser/browser-cases.ts";
import { embeddedCases } from "./embedded/embedded-cases.ts";
import { discoveryCases } from "./id-token/discovery-cases.ts";
import { idTokenCases } from "./id-token/id-token-cases.ts";
import { libraryCases } from "./library/library-cases.ts";
import { renewalCases } from "./renewal/renewal-cases.ts";
import { attemptCases } from "./request/attempt-cases.ts";
import { refusedCallCases } from "./request/refused-call-cases.ts";
import { refusalPageCases } from "./request/refusal-page-cases.ts";
import { shapeCases } from "./request/shape-cases.ts";
import { callbackCases } from "./response/callback-cases.ts";
import { errorCases } from "./response/error-cases.ts";
import { handledCases } from "./response/handled-cases.ts";
import { providerCases } from "./response/provider-cases.ts";
import { serverCases } from "./response/server-cases.ts";
import { cleanLogin, listFailed, type RuleCase, type RuleCases } from "./rule-cases.ts";
import { sequelCases } from "./sequel-cases.ts";
import { sessionCases } from "./session/session-cases.ts";
import { tokenAnswerCases } from "./token/token-answer-cases.ts";
import { tokenCases } from "./token/token-cases.ts";

const groups: readonly RuleCases[] = [
  attemptCases,
  shapeCases,
  refusedCallCases,
  refusalPageCases,
  providerCases,
  errorCases,
  callbackCases,
  serverCases,
  handledCases,
  tokenCases,
  tokenAnswerCases,
  discoveryCases,
  idTokenCases,
  apiCases,
  callCases,
  renewalCases,
  embeddedCases,
  sessionCases,
  sequelCases,
  browserCases,
  libraryCases,
];
const failing = groups.flatMap(({ fails }) => fails);
const passing = groups.flatMap(({ passes }) => passes);

test.each(failing)("$rule fails when $when", async (each) => {
  expect(await listFailed(each)).toContain(each.rule);
});

test.each(passing)("$rule does not fail when $when", async (each) => {
  expect(await listFailed(each)).not.toContain(each.rule);
});

test("no rule fails for a clean login", async () => {
  expect(await listFailed({ rule: "", when: "", entries: cleanLogin })).toEqual([]);
});

/** Returns the rules that have no case of their own in a list. */
function listUncovered(ids: readonly string[], cases: readonly RuleCase[]): string[] {
  const covered = new Set(cases.map(({ rule }) => rule));
  return ids.filter((id) => !covered.has(id));
}

describe("the list of rules", () => {
  const ids = rules.map(({ id }) => id);

  test("has a case that fails for each rule, and one that nearly fails", () => {
    expect(listUncovered(ids, failing)).toEqual([]);
    expect(listUncovered(ids, passing), "near misses").toEqual([]);
  });

  test("has a rule for each case", () => {
    const known = new Set(ids);
    expect([...failing, ...passing].filter(({ rule }) => !known.has(rule))).toEqual([]);
  });

  test("reports a rule whose case was removed", () => {
    const others = failing.filter(({ rule }) => rule !== "idt-hs256");
    expect(listUncovered(["idt-hs256", "idt-none"], others)).toEqual(["idt-hs256"]);
  });

  test("has each id once", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("lets rules yield to rules that exist, and never to each other", () => {
    const yields = new Map(rules.map(({ id, yieldsTo = [] }) => [id, yieldsTo]));
    for (const [id, others] of yields) {
      expect(ids, id).toEqual(expect.arrayContaining([...others]));
      for (const other of others) expect(yields.get(other), `${id}, ${other}`).not.toContain(id);
    }
  });
});
