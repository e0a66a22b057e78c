import type { CheckId } from "../../../../../lib/tokens/checks/check.ts";
import { inspectToken, type InspectionContext } from "../../../../../lib/tokens/inspect-token.ts";
import { writeToken } from "../sign-token.ts";

export const now = Date.UTC(2026, 10, 21, 8);

/** Writes the checks of a token with these ids, a line each. */
export async function listChecks(
  ids: readonly CheckId[],
  header: object,
  payload: object,
  context: Omit<InspectionContext, "now"> = {},
): Promise<string[]> {
  const report = await inspectToken(writeToken({ alg: "ES256", ...header }, payload), {
    now,
    ...context,
  });
  if (report.kind !== "read") throw new Error(`The token is ${report.kind}.`);
  return report.checks
    .filter(({ id }) => ids.includes(id))
    .map(({ title, outcome, message, compared, source }) => {
      const values = compared.map(({ label, value }) => `${label} ${value}`).join("; ");
      return [`${title}: ${outcome}`, message, values, source].join(" | ");
    });
}
