import type { CommandSender } from "../../messages/command-channel.ts";
import type { LoginRunPorts } from "../../runs/run-login.ts";
import { toFailure } from "../failure.ts";

/** What a page brings to a login run; the worker does the rest. */
export interface LoginPort extends Pick<LoginRunPorts, "fetch" | "clock" | "crypto"> {
  send: CommandSender;
}

/** Lets a login run at a tenant happen in the login window that the worker opens; its failure is the run's, in words. */
export function createLoginPorts(
  tenantId: string,
  { send, fetch, clock, crypto }: LoginPort,
): LoginRunPorts {
  return {
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
}
