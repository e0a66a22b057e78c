import * as z from "zod/mini";
import type { CommandName } from "./commands.ts";

/** The commands that always store data beyond the browser session. */
const storingCommands: ReadonlySet<CommandName> = new Set([
  "tenant.save",
  "tenant.select",
  "sandbox.open",
  "local-tenant.open",
  "settings.import",
  "preset.save",
  "panel-view.keep",
  "stream.configure",
  "stream.resume-from",
  "events.mark-viewed",
]);
const sessionOnlySchema = z.object({ remembering: z.literal("session") });

/**
 * Returns true for a command that stores data on the device, not for one that only removes data or
 * keeps it in memory. `credential.save` stores on the device unless the credential is for the
 * session only.
 */
export function storesOnDevice(name: CommandName, request: unknown): boolean {
  if (name === "credential.save") return !z.safeParse(sessionOnlySchema, request).success;
  return storingCommands.has(name);
}

/**
 * Returns true for a command about tokens that all regular windows share. A private window keeps
 * its tokens to itself, and does not see those of other windows.
 */
export function sharesTokens(name: CommandName): boolean {
  return name.startsWith("seen-token.");
}
