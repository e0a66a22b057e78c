import type { CommandHandlers } from "../messages/command-channel.ts";
import type { CommandContext } from "./command-context.ts";

type RunCommands = Pick<
  CommandHandlers,
  "preset.list" | "preset.save" | "preset.delete" | "run.record" | "run.list" | "run.forget"
>;

/** Creates the handlers for the presets and the recorded runs of the panel. */
export function createRunCommands({ presets, runs }: CommandContext): RunCommands {
  return {
    async "preset.list"({ tenantId }) {
      return { presets: await presets.list(tenantId) };
    },
    async "preset.save"(request) {
      return { presets: await presets.save(request.tenantId, request.presets) };
    },
    async "preset.delete"({ tenantId, id }) {
      return { presets: await presets.remove(tenantId, id) };
    },
    async "run.record"({ run }) {
      await runs.add(run);
      return {};
    },
    async "run.list"() {
      return { runs: await runs.list() };
    },
    async "run.forget"({ ids }) {
      await runs.remove(ids);
      return {};
    },
  };
}
