import type { CommandSender } from "../../messages/command-channel.ts";
import {
  runLogin,
  type LoginOutcome,
  type LoginRun,
  type LoginRunPorts,
} from "../../runs/run-login.ts";
import type { TranscriptEntry } from "../../runs/transcript.ts";
import { toFailure } from "../failure.ts";

/** What a page brings to a login run; the worker does the rest. */
export interface LoginPort extends Pick<LoginRunPorts, "fetch" | "clock" | "crypto"> {
  send: CommandSender;
}

/**
 * Runs a login at a tenant in the login window that the worker opens; the window's failure is the run's, in words. Whoever imports
 * this imports the whole authentication library: pages read it when the first login begins.
 */
export function runAtTenant(
  tenantId: string,
  run: LoginRun,
  { send, fetch, clock, crypto }: LoginPort,
  onStep: (entry: TranscriptEntry) => void = () => undefined,
): Promise<LoginOutcome> {
  const ports: LoginRunPorts = {
    fetch,
    clock,
    crypto,
    redirectUrl: async () => (await send("login.redirect-url", {})).redirectUrl,
    openLoginWindow: async (url) => {
      try {
        return await send("login.open", { tenantId, url });
      } catch (error) {
        return { problem: toFailure(error).message };
      }
    },
  };
  return runLogin(run, ports, onStep);
}
