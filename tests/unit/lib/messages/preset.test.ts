import { expect, test } from "vitest";

import { presetSchema } from "../../../../lib/messages/preset.ts";
import { runRecordSchema } from "../../../../lib/messages/run-record.ts";

const preset = {
  id: "a",
  name: "Silent login",
  operation: "authorize",
  way: "page",
  values: { scope: "openid" },
  parameters: [["ui_locales", ""]],
  order: ["ui_locales"],
};
const run = {
  ...preset,
  tenantId: "https://acme.example",
  lacks: ["password"],
  verdict: { kind: "refused", error: "login_required" },
  startedAt: 1,
  ms: 1,
};
const long = "x".repeat(20_000);

test("a preset and a run within the bounds are accepted", () => {
  expect(presetSchema.safeParse(preset).success).toBe(true);
  expect(runRecordSchema.safeParse(run).success).toBe(true);
});

test.each([
  ["no name", { name: "" }],
  ["a long name", { name: "x".repeat(81) }],
  ["another way", { way: "server" }],
  ["a value that is no text", { values: { scope: 1 } }],
  ["a long value", { values: { scope: `${long}x` } }],
  ["a triple", { parameters: [["a", "b", "c"]] }],
  ["too many parameters", { parameters: Array.from({ length: 201 }, () => ["a", "b"]) }],
  ["too many names", { order: Array.from({ length: 201 }, () => "a") }],
  ["too many characters", { values: { a: long, b: long, c: long, d: long } }],
])("a preset with %s is refused", (_case, over) => {
  expect(presetSchema.safeParse({ ...preset, ...over }).success).toBe(false);
});

test.each([
  ["another verdict", { verdict: { kind: "lost" } }],
  ["a long error code", { verdict: { kind: "refused", error: "x".repeat(201) } }],
  ["no tenant", { tenantId: "" }],
  ["too many characters", { values: { a: long, b: long, c: long, d: long } }],
])("a run with %s is refused", (_case, over) => {
  expect(runRecordSchema.safeParse({ ...run, ...over }).success).toBe(false);
});
