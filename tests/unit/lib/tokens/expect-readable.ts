import { expect } from "vitest";
import type { Finding } from "../../../../lib/tokens/finding.ts";

/** Expects that a finding tells what it saw, why that matters, what to do, and where that is written. */
export function expectReadable({ id, title, seen, why, remedy, source }: Finding): void {
  expect(title, id).toMatch(/^[A-Za-z].{8,}[^.]$/);
  expect(seen, id).not.toBe("");
  for (const text of [why, remedy]) expect(text, id).toMatch(/^[A-Za-z].{10,}[^.]\.$/);
  expect(source, id).toMatch(/^(?:RFC \d{4}|OpenID |OAuth |version 10|the tenant's own claim)/);
}
