import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createExchangeRedactor } from "../../../../../lib/redaction/kept/create-exchange-redactor.ts";

const findings = readFileSync(join(import.meta.dirname, "../../../../../docs/findings.md"), "utf8");

/** Lists the sentences of the findings, without their ids and the sections of standards. */
function listSentences(): string[] {
  const lines = findings.split("\n").filter((line) => !/^(?:`|#|$)|section/u.test(line));
  return lines.map((line) => line.replaceAll(/[*`]/gu, ""));
}

test("a sentence of a finding stays as it is, word by word", () => {
  const redactor = createExchangeRedactor();
  const sentences = listSentences();
  expect(sentences.length).toBeGreaterThan(100);
  const changed = sentences.filter((sentence) => redactor.redactText(sentence) !== sentence);
  expect(changed.map((sentence) => redactor.redactText(sentence))).toEqual([]);
});

test("a sentence loses what is no word: a code, a long number, an address of a person", () => {
  const redactor = createExchangeRedactor();
  expect(
    redactor.redactText("Order 48151623 of ada@example.com: use ABCD-1234 or hunter2 (not 404)."),
  ).toBe(
    "Order removed-number-1-of-8-digits of removed-address-1-of-15-characters: use removed-text-1-of-9-characters or removed-text-2-of-7-characters (not 404).",
  );
});
