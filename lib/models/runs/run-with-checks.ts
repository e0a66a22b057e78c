import { checkLogin } from "../../runs/check-login.ts";
import type { LoginOutcome, LoginRun } from "../../runs/run-login.ts";
import type { TranscriptEntry } from "../../runs/transcript.ts";
import type { Check } from "../../tokens/checks/check.ts";
import { createKeySets, type Fetch } from "../../tokens/key-set.ts";
import { runAtTenant, type LoginPort } from "./run-at-tenant.ts";

type Answered = Exclude<LoginOutcome, { kind: "unanswered" }>;

/** The outcome of a run, with the checks of its response. */
export type CheckedOutcome =
  | (Answered & { checks: readonly Check[] })
  | Extract<LoginOutcome, { kind: "unanswered" }>;

/** The ports of the page for a run with checks. `fetch` also reads the tenant's keys. */
export interface CheckedLoginPort extends LoginPort {
  fetch: Fetch;
}

/** Runs a login at a tenant, and checks its response. */
export async function runWithChecks(
  tenantId: string,
  run: LoginRun,
  port: CheckedLoginPort,
  onStep: (entry: TranscriptEntry) => void,
): Promise<CheckedOutcome> {
  const outcome = await runAtTenant(tenantId, run, port, onStep);
  if (outcome.kind === "unanswered") return outcome;
  const keySets = createKeySets({ fetch: port.fetch, now: () => port.clock.now() });
  return { ...outcome, checks: await checkLogin(outcome, keySets) };
}
