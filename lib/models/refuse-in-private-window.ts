import type { CommandSender } from "../messages/command-channel.ts";
import type { CommandName } from "../messages/commands.ts";
import { RemoteError } from "../messages/remote-error.ts";

/** The commands of a popup or a panel that store a tenant with its credential. */
const storingCommands: ReadonlySet<CommandName> = new Set(["sandbox.open", "local-tenant.open"]);

/**
 * Wraps a sender to reject commands that store a tenant, if the page is in a private window. The
 * worker does the same for the pages of tabs, but it cannot recognise the window of a popup or a
 * panel.
 */
export function refuseInPrivateWindow(send: CommandSender, isPrivate: boolean): CommandSender {
  if (!isPrivate) return send;
  return async (name, request) => {
    if (storingCommands.has(name)) {
      throw new RemoteError({
        code: "private-window",
        message:
          "This window is private, and cannot store a tenant on this device. Connect it in a regular window, then try again.",
        facts: {},
      });
    }
    return await send(name, request);
  };
}
