import type { CommandHandlers } from "../messages/command-channel.ts";
import type { CommandContext } from "./command-context.ts";

type SeenTokenCommands = Pick<
  CommandHandlers,
  "seen-token.add" | "seen-token.list" | "seen-token.forget"
>;

/** Creates the handlers for the tokens of this browser session. */
export function createSeenTokenCommands({ seenTokens }: CommandContext): SeenTokenCommands {
  return {
    async "seen-token.add"({ tokens }) {
      await seenTokens.add(tokens);
      return {};
    },
    async "seen-token.list"() {
      return { tokens: await seenTokens.list() };
    },
    async "seen-token.forget"({ selection }) {
      await seenTokens.remove(selection);
      return {};
    },
  };
}
