import { expect, test } from "vitest";
import { findMarks, locateEvidence } from "../../../../../lib/models/trace/locate-evidence.ts";
import { listMessageFacts } from "../../../../../lib/models/trace/describe-message.ts";
import type { TranscriptFact } from "../../../../../lib/runs/list-facts.ts";
import { traceOf } from "../../trace/entries.ts";
import { callback, codeLogin, tokenFor } from "../../trace/join/logins.ts";

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
  const form = { ...tokenFor({}).form, redirect_uri: `${callback}/` };
  const refusal = { status: 403, answer: { error: "invalid_grant" } };
  const { flows } = await traceOf([
    ...codeLogin({}).slice(0, 4),
    { ...tokenFor({ at: 400 }), ...refusal, form },
  ]);
  const [row] = flows;
  const request = row?.flow.messages.at(-1);
  const first = row?.flow.messages[1];
  if (row === undefined || request === undefined || first === undefined) {
    throw new Error("The entries are no flow.");
  }
  const marks = findMarks(request, row);
  expect(marks.get("form/redirect_uri")).toEqual([row.verdict.findings[0]]);
  expect(marks.has("form/client_id")).toBe(false);
  const keys = new Set(listMessageFacts(request).map(({ part, name }) => `${part}/${name}`));
  expect([...marks.keys()].filter((key) => !keys.has(key))).toEqual([]);
  expect(findMarks(first, row).size).toBe(0);
});
