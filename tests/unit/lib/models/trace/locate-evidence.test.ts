import { expect, test } from "vitest";
import { findMarks, locateEvidence } from "../../../../../lib/models/trace/locate-evidence.ts";
import { listMessageFacts } from "../../../../../lib/models/trace/describe-message.ts";
import type { TranscriptFact } from "../../../../../lib/runs/list-facts.ts";
import { traceOf } from "../../trace/entries.ts";
import { codeLogin, tokenFor } from "../../trace/join/logins.ts";

const fact = (part: TranscriptFact["part"], name: string): TranscriptFact => ({
  part,
  name,
  value: "v",
  isSecret: false,
});

const facts = [
  fact("address", "Status"),
  fact("query", "state"),
  fact("form", "grant_type"),
  fact("headers", "origin"),
  fact("response-headers", "cache-control"),
  fact("response", "error_description"),
  fact("response", "error.code"),
  fact("response", "state"),
];

test.each([
  ["query", "state", "payload", "query/state"],
  ["query", "grant_type", "payload", "form/grant_type"],
  ["fragment", "state", "response", "response/state"],
  ["form", "grant_type", "payload", "form/grant_type"],
  ["headers", "Origin", "headers", "headers/origin"],
  ["headers", "Cache-Control", "headers", "response-headers/cache-control"],
  ["body", "code", "response", "response/error.code"],
  ["body", "error", "response", undefined],
  ["body", "absent_member", "response", undefined],
  ["status", "status", "headers", "address/Status"],
  ["claims", "alg", "tokens", undefined],
  ["clock", "this device's clock", "headers", undefined],
] as const)("finds the %s %s in the tab %s", (part, name, tab, factKey) => {
  expect(locateEvidence(facts, { part, name })).toEqual({ tab, ...(factKey && { factKey }) });
});

test("marks the members that the findings name, and no other", async () => {
  const { flows } = await traceOf([
    ...codeLogin({}).slice(0, 4),
    { ...tokenFor({ at: 400 }), status: 403, answer: { error: "invalid_grant" } },
  ]);
  const [row] = flows;
  const refusal = row?.flow.messages.at(-1);
  const first = row?.flow.messages[1];
  if (row === undefined || refusal === undefined || first === undefined) {
    throw new Error("The entries are no flow.");
  }
  const marks = findMarks(refusal, row);
  expect(marks.get("response/error")?.[0]?.rule.id).toBe(row.verdict.findings[0]?.rule.id);
  expect(marks.has("form/client_id")).toBe(false);
  const keys = new Set(listMessageFacts(refusal).map(({ part, name }) => `${part}/${name}`));
  expect([...marks.keys()].filter((key) => !keys.has(key))).toEqual([]);
  expect(findMarks(first, row).size).toBe(0);
});
