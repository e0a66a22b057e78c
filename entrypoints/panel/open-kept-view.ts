import * as z from "zod/mini";
import type { CommandSender } from "../../lib/messages/command-channel.ts";
import { panelViewKey, readPanelView } from "../../lib/messages/panel-view.ts";
import { createKeptView, type KeptView } from "../../lib/models/kept-view.ts";
import { isPrivateWindow } from "../../lib/platform/private-window.ts";
import { createStoredItem } from "../../lib/platform/stored-item.ts";

/**
 * Reads what the user has set in the panel. The panel reads it itself: a worker that has to start
 * first would delay the panel.
 */
export async function openKeptView(send: CommandSender): Promise<KeptView> {
  const item = createStoredItem("local", panelViewKey, z.unknown());
  // Without a stored view, the panel shows its defaults.
  const stored = await item.read().catch(() => undefined);
  return createKeptView({ stored: readPanelView(stored), send, isPrivate: isPrivateWindow() });
}
