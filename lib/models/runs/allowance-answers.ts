import { computed, signal } from "@preact/signals";
import type { AllowanceAnswer, AllowanceQuestion } from "../../runs/check-allowances.ts";
import type { Allowance } from "../../runs/list-allowances.ts";
import { toFailure } from "../failure.ts";

/** Asks a tenant whether an application may use addresses; answers in their order. */
export type CheckAllowances = (question: AllowanceQuestion) => Promise<readonly AllowanceAnswer[]>;

/** The state of an address: the tenant has answered, or is being asked. */
export type AllowanceState = AllowanceAnswer | { kind: "checking" };

/** An address to allow, with the tenant's answer; without a state, the tenant was not asked yet. */
export interface KnownAllowance extends Allowance {
  state: AllowanceState | undefined;
}

export type AllowanceAnswers = ReturnType<typeof createAllowanceAnswers>;

/** Creates the answers of tenants about addresses. They last until a run has shown more. */
export function createAllowanceAnswers(check: CheckAllowances | undefined) {
  const answers = signal<Readonly<Record<string, AllowanceState>>>({});

  return {
    /** The function that returns what is known of an address; undefined before it is asked for. */
    find: computed(() => {
      const known = answers.value;
      return (question: Service, allowance: Allowance): AllowanceState | undefined =>
        known[keyOf(question, allowance)];
    }),

    /** Asks the tenant about all addresses of the question. */
    async check(question: AllowanceQuestion): Promise<void> {
      if (check === undefined) return;
      const keys = question.allowances.map((one) => keyOf(question, one));
      const put = (stateOf: (at: number) => AllowanceState) => {
        const states = keys.map((key, at) => [key, stateOf(at)] as const);
        answers.value = { ...answers.peek(), ...Object.fromEntries(states) };
      };
      put(() => ({ kind: "checking" }));
      try {
        const found = await check(question);
        put((at) => found[at] ?? unanswered("The tenant was not asked about this address."));
      } catch (error) {
        put(() => unanswered(toFailure(error).message));
      }
    },

    /** Discards all answers: the settings can have changed since. */
    discard(): void {
      answers.value = {};
    },
  };
}

function unanswered(why: string): AllowanceAnswer {
  return { kind: "unknown", why };
}

type Service = Pick<AllowanceQuestion, "origin">;

function keyOf({ origin }: Service, { clientId, list, address }: Allowance): string {
  return JSON.stringify([origin, clientId, list, address]);
}
