import { computed, createModel, effect, signal } from "@preact/signals";
import type { Surface } from "../../management/calls/operations.ts";
import { proposeScopes } from "../../management/credentials/scopes.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CredentialReport } from "../../messages/credential.ts";
import { explainScopes, type ExplainedScope } from "../tokens/explain-scopes.ts";
import { toFailure, type Failure } from "../failure.ts";
import type { TenantChoiceModel } from "./tenant-choice-model.ts";
import { readOnly } from "../read-only.ts";

export interface CredentialCheckPort {
  send: CommandSender;
  choice: Pick<InstanceType<typeof TenantChoiceModel>, "tenant" | "credential">;
}

/** A use of a client's credential. A login of a user has only one use, so there is no choice. */
export type CredentialPurpose = Exclude<Surface, "current-user">;

/** The report with each scope explained. */
export type ExplainedReport =
  | Extract<CredentialReport, { kind: "opaque" }>
  | (Omit<Extract<CredentialReport, { kind: "jwt" }>, "has" | "lacks" | "beyond"> &
      Record<"has" | "lacks" | "beyond", readonly ExplainedScope[]>);

export type CredentialCheckState =
  | { kind: "idle" }
  | { kind: "testing" }
  | { kind: "tested"; report: ExplainedReport }
  | { kind: "failed"; failure: Failure };

const clientSurfaces: readonly CredentialPurpose[] = [
  "token-exchange-profiles",
  "connection-profiles",
  "event-stream",
];

/** Compares the scopes of the chosen tenant's credential with those that it needs. */
export const CredentialCheckModel = createModel((port: CredentialCheckPort) => {
  const chosen = signal<readonly CredentialPurpose[]>(clientSurfaces);
  const state = signal<CredentialCheckState>({ kind: "idle" });
  /** Counts tests, so that the response for another credential is ignored. */
  let current = 0;

  const isReadOnly = computed(() => port.choice.tenant.value?.isReadOnly ?? false);
  const forClient = computed(() => proposeScopes(chosen.value, { isReadOnly: isReadOnly.value }));
  const forUser = computed(() => proposeScopes(["current-user"], { isReadOnly: isReadOnly.value }));
  const reset = () => {
    current += 1;
    state.value = { kind: "idle" };
  };

  const subject = computed(
    () => `${port.choice.credential.value?.kind} ${port.choice.tenant.value?.id}`,
  );
  // A report is valid for one credential of one tenant only.
  effect(() => subject.subscribe(reset));

  return {
    surfaces: computed(() =>
      clientSurfaces.map((surface) => ({ surface, isChosen: chosen.value.includes(surface) })),
    ),
    isReadOnly,
    /** The minimum scopes for the chosen surfaces. */
    forClient: computed(() => explainScopes(forClient.value)),
    /** The scopes that a login of the current user requests. */
    forUser: computed(() => explainScopes(forUser.value)),
    state: readOnly(state),

    choose(surface: CredentialPurpose, isChosen: boolean): void {
      chosen.value = clientSurfaces.filter((one) =>
        one === surface ? isChosen : chosen.peek().includes(one),
      );
      reset();
    },

    /** Discards the report, before another credential replaces the tested one. */
    reset,

    /**
     * Requests a token with the stored credential, and compares its scopes with the needed ones.
     */
    async test(): Promise<void> {
      const tenantId = port.choice.tenant.peek()?.id;
      if (tenantId === undefined || state.peek().kind === "testing") return;
      const isUserLogin = port.choice.credential.peek()?.kind === "user_login";
      const needed = isUserLogin ? forUser.peek() : forClient.peek();
      reset();
      const own = current;
      state.value = { kind: "testing" };
      try {
        const report = await port.send("credential.test", { tenantId, needed });
        if (own === current) state.value = { kind: "tested", report: explainReport(report) };
      } catch (error) {
        if (own === current) state.value = { kind: "failed", failure: toFailure(error) };
      }
    },
  };
});

function explainReport(report: CredentialReport): ExplainedReport {
  if (report.kind === "opaque") return report;
  return {
    ...report,
    has: explainScopes(report.has),
    lacks: explainScopes(report.lacks),
    beyond: explainScopes(report.beyond),
  };
}
