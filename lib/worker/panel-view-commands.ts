import type { CommandHandlers } from "../messages/command-channel.ts";
import type { CommandContext } from "./command-context.ts";

type PanelViewCommands = Pick<CommandHandlers, "panel-view.keep">;

/** Creates the handler for what a user sets in the panel. */
export function createPanelViewCommands({ panelView }: CommandContext): PanelViewCommands {
  return {
    async "panel-view.keep"({ changes }) {
      await panelView.keep(changes);
      return {};
    },
  };
}
