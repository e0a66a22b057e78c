import { expect, test } from "vitest";
import { traceOf } from "../../entries.ts";
import { backWith } from "../rule-cases.ts";

const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };

test.each([
  { done: "asks a person whether a server redeemed the code", changes: withoutPkce },
  { done: "blames the page that has the verifier", changes: {}, outcome: "failed" },
])("$done", async ({ changes, outcome = "needs-person" }) => {
  const { flows } = await traceOf(backWith({ code: "the-code" }, changes));
  const judgement = flows[0]?.verdict.judgements.find(
    ({ rule }) => rule.id === "resp-not-redeemed",
  );
  expect(judgement?.result.outcome).toBe(outcome);
});
