import type { Tenant } from "../../messages/tenant.ts";
import type { Way } from "../../runs/operation.ts";
import { planQuery } from "../../runs/run-draft.ts";
import type { RunStep } from "../../runs/steps.ts";
import { toFailure } from "../failure.ts";
import type { AllowanceAnswers } from "./allowance-answers.ts";
import type { CheckedOutcome } from "./perform-run.ts";
import type { createRunForms } from "./run-forms.ts";
import { settingOf, unknownPlace, type ReadPlace } from "./run-places.ts";
import type { RunPort } from "./run-port.ts";
import type { RunView } from "./run-view.ts";
import type { Servers } from "./servers.ts";
import { createShownRun } from "./shown-run.ts";

/** Returns true for a run without an outcome. */
export function isRunning(run: RunView | undefined): boolean {
  return run !== undefined && run.outcome === undefined;
}

/** Runs one operation at a time. This is the only place with the secrets of a run. */
export function createRuns(parts: {
  port: RunPort;
  forms: ReturnType<typeof createRunForms>;
  read: (way: Way) => Promise<ReadPlace>;
  servers: Servers;
  answers: AllowanceAnswers;
}) {
  const { port, forms, read, servers, answers } = parts;
  const { run, peek, show, showSoon } = createShownRun(port.after);
  let controller = new AbortController();

  /** Changes the run, unless it was cancelled or forgotten. */
  const change = (own: AbortSignal, changes: (view: RunView) => Partial<RunView>): void => {
    const view = peek();
    if (!own.aborted && view !== undefined) showSoon({ ...view, ...changes(view) });
  };
  const finish = (own: AbortSignal, end: CheckedOutcome): void => {
    const view = peek();
    if (own.aborted || view === undefined) return;
    const ended = { ...view, ...end, endedAt: port.now() };
    show(ended);
    // A success disproves an older rejection.
    if (end.outcome.kind === "succeeded") answers.discard();
    port.onEnd?.(ended);
  };

  /** Discards the run with its tokens and steps. A response that arrives later is ignored. */
  const discard = (): void => {
    controller.abort();
    show(undefined);
  };

  return {
    run,

    /** Runs the operation at the tenant. A second start while one runs does nothing. */
    start: async (tenant: Tenant): Promise<void> => {
      if (isRunning(peek()) || !forms.check(tenant.clientId)) return;
      controller = new AbortController();
      const { signal: own } = controller;
      const draft = forms.draft();
      const { values, parameters, order } = draft;
      const operation = forms.operation.peek();
      const query = planQuery(draft);
      // The end of the run before must not look like the end of this one.
      show({
        operation,
        tenant,
        setting: settingOf(tenant, draft.way, unknownPlace),
        values,
        ...(query === undefined ? {} : { query }),
        startedAt: port.now(),
        steps: [],
      });
      try {
        const [place, perform] = await Promise.all([read(draft.way), port.loadRunner()]);
        if (own.aborted) return;
        if ("problem" in place) {
          finish(own, { outcome: { kind: "unanswered", problem: place.problem } });
          return;
        }
        const setting = settingOf(tenant, draft.way, place, servers.found.peek()(tenant)?.issuer);
        change(own, () => ({ setting }));
        const end = await perform(
          tenant.id,
          { operation, values, setting, parameters, order },
          {
            signal: own,
            onStep: (step) => change(own, ({ steps }) => ({ steps: putStep(steps, step) })),
            onWait: (waitsFor) => change(own, () => ({ waitsFor })),
          },
        );
        finish(own, end);
      } catch (error) {
        finish(own, { outcome: { kind: "unanswered", problem: toFailure(error).message } });
      }
    },

    /** Cancels the run: closes its windows and ignores its end. */
    cancel: (): void => {
      if (!isRunning(peek())) return;
      finish(controller.signal, { outcome: { kind: "cancelled" } });
      controller.abort();
    },

    discard,

    /** Discards the run with its tokens and steps, and the secrets of all runs. */
    forget: (): void => {
      discard();
      port.onForget?.();
    },
  };
}

/** Adds a step, or replaces the step with its number. */
function putStep(steps: readonly RunStep[], step: RunStep): readonly RunStep[] {
  const at = steps.findIndex(({ id }) => id === step.id);
  return at < 0 ? [...steps, step] : steps.with(at, step);
}
