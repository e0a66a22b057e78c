import { batch, computed, createModel, signal } from "@preact/signals";
import { loginOriginOf, otherOriginsOf, type Tenant } from "../../messages/tenant.ts";
import type { LoginRun } from "../../runs/run-login.ts";
import type { TranscriptEntry } from "../../runs/transcript.ts";
import { toFailure } from "../failure.ts";
import type { CheckedLoginPort, CheckedOutcome, runWithChecks } from "./run-with-checks.ts";

export interface RunPort extends CheckedLoginPort {
  /** Reads what runs a login, which nothing needs before the first run. */
  loadRunner(): Promise<typeof runWithChecks>;
}

/** How the run stands. */
export type RunState =
  | { kind: "idle" }
  | { kind: "running" }
  | { kind: "cancelled" }
  | CheckedOutcome;

/** The fields of the form; the origins are the tenant's. */
export type RunForm = Omit<LoginRun, "origin" | "otherOrigins">;

const emptyForm: RunForm = {
  clientId: "",
  responseType: "token id_token",
  scope: "openid profile email",
  audience: "",
  connection: "",
  prompt: "",
};

/** One login run at a time: its form, its transcript and its outcome. Tokens live in this model and nowhere else. */
export const RunModel = createModel((port: RunPort) => {
  const form = signal(emptyForm);
  const state = signal<RunState>({ kind: "idle" });
  const transcript = signal<readonly TranscriptEntry[]>([]);
  const startedAt = signal<number | undefined>(undefined);
  const ranAt = signal<Tenant | undefined>(undefined);
  /** Counts runs, so that an answer to a cancelled one is left alone. */
  let current = 0;
  let controller: AbortController | undefined;

  return {
    form: computed(() => form.value),
    state: computed(() => state.value),
    transcript: computed(() => transcript.value),
    /** When the run began: Unix time in ms; undefined while there is none. */
    startedAt: computed(() => startedAt.value),
    /** The tenant of the run, which need not be the one that is chosen by now; undefined while there is none. */
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
      const asked = form.peek();
      const run: LoginRun = {
        ...asked,
        origin: loginOriginOf(tenant),
        otherOrigins: otherOriginsOf(tenant),
        clientId: asked.clientId.trim() === "" ? tenant.clientId : asked.clientId.trim(),
        scope: asked.scope.trim(),
        audience: asked.audience.trim(),
        connection: asked.connection.trim(),
      };
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

    /** Closes the login window and drops its answer; in Firefox the window stays open. */
    cancel(): void {
      if (state.peek().kind !== "running") return;
      current += 1;
      controller?.abort();
      state.value = { kind: "cancelled" };
    },

    /** Drops the tokens and the transcript. */
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
