import type { AllowancePorts } from "../../runs/check-allowances.ts";
import type { CheckAllowances } from "./allowance-answers.ts";

/** Creates the function that asks a tenant about addresses. Its code loads at the first use. */
export function createCheckAllowances(ports: AllowancePorts): CheckAllowances {
  return async (question) => {
    const { checkAllowances } = await import("../../runs/check-allowances.ts");
    return await checkAllowances(question, ports);
  };
}
