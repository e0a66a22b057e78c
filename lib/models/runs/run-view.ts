import type { Tenant } from "../../messages/tenant.ts";
import type { Call } from "../../runs/call.ts";
import type { Operation, RunSetting, Values } from "../../runs/operation.ts";
import type { RunOutcome } from "../../runs/run-operation.ts";
import type { RunStep } from "../../runs/steps.ts";
import type { Check } from "../../tokens/checks/check.ts";

/** One run, for the panel. Steps and outcome contain secrets. */
export interface RunView {
  operation: Operation;
  /** The tenant of the run, not necessarily the selected tenant. */
  tenant: Tenant;
  setting: RunSetting;
  values: Values;
  /** Changes to the query of the authorization request. */
  query?: Call["query"];
  /** Unix time in ms. */
  startedAt: number;
  /** Unix time in ms; missing while the run continues. */
  endedAt?: number;
  /** In the order in which they began. */
  steps: readonly RunStep[];
  /** A sentence about what the run waits for. */
  waitsFor?: string | undefined;
  /** Missing while the run continues. */
  outcome?: RunOutcome;
  /** The checks of a login's response. */
  checks?: readonly Check[];
}
