import type { AuthPorts } from "../../auth/index.ts";
import type { Fetch } from "../../http/fetch.ts";
import { checkLogin } from "../../runs/check-login.ts";
import { createExtensionHost } from "../../runs/extension-host.ts";
import {
  runOperation,
  type OperationRun,
  type RunHost,
  type RunOutcome,
  type RunPorts,
} from "../../runs/run-operation.ts";
import type { ReportStep } from "../../runs/step-log.ts";
import type { Check } from "../../tokens/checks/check.ts";
import { createKeySets, type KeySets } from "../../tokens/key-set.ts";
import { openLoginWindow, type LoginWindowPort } from "./login-window.ts";

/** The ports of the panel for runs. `fetch` also reads the tenant's keys. */
export interface PerformPort extends LoginWindowPort, RunPorts {
  clock: RunPorts["clock"];
  fetch: Fetch;
  /** The ports that the extension's page has beside those: frames, messages, location. */
  page: Partial<Pick<AuthPorts, "frames" | "messages" | "location">>;
  /** The keys that earlier runs have read. Default: each run reads them. */
  keySets?: KeySets;
  /** Creates the host for runs in the inspected page. */
  createPageHost?(onWait: (sentence: string | undefined) => void): RunHost;
}

/** The outcome of a run, and the checks of a login's response. */
export interface CheckedOutcome {
  outcome: RunOutcome;
  checks?: readonly Check[];
}

/**
 * Runs an operation at a tenant, and checks the response of a login. This module imports the whole
 * authentication library: load it at the first run only.
 */
export async function performRun(
  tenantId: string,
  run: OperationRun,
  port: PerformPort,
  context: {
    onStep: ReportStep;
    onWait: (sentence: string | undefined) => void;
    signal: AbortSignal;
  },
): Promise<CheckedOutcome> {
  const { fetch, clock, crypto } = port;
  const { onStep, onWait, signal } = context;
  const inPage = run.setting.way === "page" ? port.createPageHost?.(onWait) : undefined;
  const host = inPage ?? createHost(tenantId, port);
  const outcome = await runOperation(run, host, { fetch, clock, crypto, onStep, signal });
  const login = "login" in outcome ? outcome.login : undefined;
  if (login === undefined) return { outcome };
  const keySets = port.keySets ?? createKeySets({ fetch, now: () => clock.now() });
  return { outcome, checks: await checkLogin(login, keySets) };
}

function createHost(tenantId: string, port: PerformPort): RunHost {
  const { fetch, clock, crypto, page } = port;
  return createExtensionHost({ fetch, clock, crypto, ...page }, openLoginWindow(tenantId, port));
}
