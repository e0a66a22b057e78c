import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { permissionPatternOf } from "../../messages/domain.ts";
import { toFailure, type Failure } from "../failure.ts";
import type { CheckedTenantFields } from "./tenant-fields.ts";
import { readOnly } from "../read-only.ts";

/** A tenant that responds at an origin. */
export interface FoundTenant {
  origin: string;
  issuer: string;
  keyCount: number;
}

type TenantAction = "check" | "save";

/** The progress of a check or a save. */
export type TenantFormState =
  | { kind: "idle" }
  /** The browser asks the user for the host permissions. */
  | { kind: "asking"; action: TenantAction }
  | { kind: "checking" }
  | { kind: "checked"; found: readonly FoundTenant[] }
  | { kind: "saving" }
  | { kind: "saved"; issuer: string; keyCount: number }
  | { kind: "denied"; action: TenantAction; origins: readonly string[] }
  | { kind: "failed"; action: TenantAction; failure: Failure };

function isPending({ kind }: TenantFormState): boolean {
  return kind === "asking" || kind === "checking" || kind === "saving";
}

/** Runs one check or save at a time, after the user allowed the hosts. */
export interface TenantAttempt {
  readonly state: ReadonlySignal<TenantFormState>;
  readonly isBusy: ReadonlySignal<boolean>;
  /**
   * Requests the permissions for the form's hosts, and runs the task if they are granted. A failure
   * becomes the state.
   *
   * @param asked the content of the form at the click; it can change during the browser's prompt
   * @param task receives a function that returns true while its form is shown
   */
  perform(
    action: TenantAction,
    asked: CheckedTenantFields,
    task: (isShown: () => boolean) => Promise<void>,
  ): Promise<void>;
  setState(state: TenantFormState): void;
  /** Abandons the running attempt: its outcome is ignored. */
  reset(): void;
}

export function createTenantAttempt(port: {
  /**
   * Asks the user for all patterns at once. Call this in the handler of a click, before any
   * `await`: browsers refuse a later request.
   */
  requestHostPermissions(patterns: string[]): Promise<boolean>;
}): TenantAttempt {
  const state = signal<TenantFormState>({ kind: "idle" });
  let current = 0;

  return {
    state: readOnly(state),
    isBusy: computed(() => isPending(state.value)),
    async perform(action, asked, task) {
      if (!isReady(action, asked)) return;
      const { origins } = asked;
      state.value = { kind: "asking", action };
      current += 1;
      const own = current;
      const isShown = () => own === current;
      try {
        const patterns = [...new Set(origins.map(permissionPatternOf))];
        const isAllowed = await port.requestHostPermissions(patterns);
        if (isShown()) {
          state.value = isAllowed
            ? { kind: action === "save" ? "saving" : "checking" }
            : { kind: "denied", action, origins };
        }
        if (isAllowed) await task(isShown);
      } catch (error) {
        if (isShown()) state.value = { kind: "failed", action, failure: toFailure(error) };
      }
    },
    setState(next) {
      state.value = next;
    },
    reset() {
      current += 1;
      state.value = { kind: "idle" };
    },
  };
}

/** Returns true for a check of valid domains, or for a save of a form without problems. */
function isReady(action: TenantAction, { origins, problems }: CheckedTenantFields): boolean {
  if (action === "save") return Object.keys(problems).length === 0;
  return origins.length > 0 && !("domain" in problems) && !("customDomain" in problems);
}
