import { batch, computed, createModel, signal } from "@preact/signals";
import { loginOriginOf, otherOriginsOf, type Tenant } from "../../messages/tenant.ts";
import type { LoginRun } from "../../runs/run-login.ts";
import type { TranscriptEntry } from "../../runs/transcript.ts";
import { toFailure } from "../failure.ts";
import type { CheckedLoginPort, CheckedOutcome, runWithChecks } from "./run-with-checks.ts";

export interface RunPort extends CheckedLoginPort {
  /** Loads the code that runs logins. No code needs it before the first run. */
  loadRunner(): Promise<typeof runWithChecks>;
}

/** The state of the run. */
export type RunState =
  | { kind: "idle" }
  | { kind: "running" }
  | { kind: "cancelled" }
  | CheckedOutcome;

/** The fields of the form. The origins come from the tenant. */
export type RunForm = Omit<LoginRun, "origin" | "otherOrigins">;

const emptyForm: RunForm = {
  clientId: "",
  responseType: "token id_token",
  scope: "openid profile email",
  audience: "",
  connection: "",
  prompt: "",
};

/** Runs one login at a time. This model is the only place with its tokens. */
export const RunModel = createModel((port: RunPort) => {
  const form = signal(emptyForm);
  const state = signal<RunState>({ kind: "idle" });
  const transcript = signal<readonly TranscriptEntry[]>([]);
  const startedAt = signal<number | undefined>(undefined);
  const ranAt = signal<Tenant | undefined>(undefined);
  /** Counts runs, so that the late outcome of a cancelled one is ignored. */
  let current = 0;
  let controller: AbortController | undefined;

  return {
    form: computed(() => form.value),
    state: computed(() => state.value),
    transcript: computed(() => transcript.value),
    /** When the run began: Unix time in ms; undefined without a run. */
    startedAt: computed(() => startedAt.value),
    /** The tenant of the run, not necessarily the selected tenant; undefined without a run. */
    tenant: computed(() => ranAt.value),
    isRunning: computed(() => state.value.kind === "running"),

    set(change: Partial<RunForm>): void {
      form.value = { ...form.peek(), ...change };
    },

    /** Starts a login at the tenant. A second start while one runs does nothing. */
    async start(tenant: Tenant): Promise<void> {
      if (state.peek().kind === "running") return;
      current += 1;
      const own = current;
      controller = new AbortController();
      const { signal: cancellation } = controller;
      batch(() => {
        state.value = { kind: "running" };
        startedAt.value = port.clock.now();
        ranAt.value = tenant;
        transcript.value = [];
      });
      const run = toLoginRun(form.peek(), tenant);
      let outcome: CheckedOutcome;
      try {
        const runNow = await port.loadRunner();
        outcome = await runNow(tenant.id, run, { ...port, signal: cancellation }, (entry) => {
          if (own === current) transcript.value = [...transcript.peek(), entry];
        });
      } catch (error) {
        outcome = { kind: "unanswered", problem: toFailure(error).message };
      }
      if (own === current) state.value = outcome;
    },

    /**
     * Cancels the login: closes its window and ignores the outcome. In Firefox, the window stays
     * open.
     */
    cancel(): void {
      if (state.peek().kind !== "running") return;
      current += 1;
      controller?.abort();
      state.value = { kind: "cancelled" };
    },

    /** Discards the tokens and the transcript. */
    forget(): void {
      current += 1;
      controller?.abort();
      batch(() => {
        state.value = { kind: "idle" };
        startedAt.value = undefined;
        ranAt.value = undefined;
        transcript.value = [];
      });
    },
  };
});

/** Creates the run that the form describes, with the tenant's application unless another is set. */
function toLoginRun(form: RunForm, tenant: Tenant): LoginRun {
  return {
    ...form,
    origin: loginOriginOf(tenant),
    otherOrigins: otherOriginsOf(tenant),
    clientId: form.clientId.trim() === "" ? tenant.clientId : form.clientId.trim(),
    scope: form.scope.trim(),
    audience: form.audience.trim(),
    connection: form.connection.trim(),
  };
}
