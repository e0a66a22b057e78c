import { expect } from "vitest";
import type { PageRunResult } from "../pages/page-runs.ts";

/** Expects that a run succeeded with an ID token. */
export function expectLogin({ outcome }: PageRunResult): void {
  expect(outcome).toMatchObject({ kind: "succeeded" });
  expect(outcome).toHaveProperty("tokens.idToken");
}
