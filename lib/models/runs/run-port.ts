import type { ReadonlySignal } from "@preact/signals";
import type { Tenant } from "../../messages/tenant.ts";
import type { Operation, RunFacts, Values, Way } from "../../runs/operation.ts";
import type { OperationRun } from "../../runs/run-operation.ts";
import type { ReportStep } from "../../runs/step-log.ts";
import type { CheckAllowances } from "./allowance-answers.ts";
import type { CheckedOutcome } from "./perform-run.ts";
import type { ReadPlace } from "./run-places.ts";
import type { RunView } from "./run-view.ts";
import type { Discover } from "./servers.ts";

/** Performs one run at a tenant. */
export type PerformRun = (
  tenantId: string,
  run: OperationRun,
  context: RunContext,
) => Promise<CheckedOutcome>;

interface RunContext {
  onStep: ReportStep;
  /** Reports the thing that the run waits for; undefined when it continues. */
  onWait: (sentence: string | undefined) => void;
  signal: AbortSignal;
}

/** The functions of the page and the browser that the model of runs calls. */
export interface RunPort {
  /** The selected tenant. Default: it never changes. */
  tenant?: ReadonlySignal<Tenant | undefined>;
  now(): number;
  /** Calls back once after some time. Default: at once. */
  after?: (milliseconds: number, callback: () => void) => () => void;
  /** Reads the addresses of a place. Rejects with a sentence if no run can take place there. */
  readPlace(way: Way): Promise<ReadPlace>;
  /** Reads what a server announces. */
  discover?: Discover;
  /** Asks a tenant about addresses. */
  checkAllowances?: CheckAllowances;
  /** Loads the code that runs operations. No code needs it before the first run. */
  loadRunner(): Promise<PerformRun>;
  /**
   * Returns values that an earlier step of a flow left for an operation, by the name of the field.
   */
  continueValues?: (operation: Operation) => Values;
  /** Returns what earlier runs have shown. */
  findFacts?(operation: Operation, values: Values, tenant: Tenant): Omit<RunFacts, "now">;
  /** Called with each run that has ended, even if it was cancelled. */
  onEnd?(run: RunView): void;
  /** Called when the user discards the secrets of all runs. */
  onForget?(): void;
}
