import { computed, createModel, signal } from "@preact/signals";
import type { CommandSender } from "../messages/command-channel.ts";
import type { ActivityModel } from "./activity-model.ts";
import { toFailure } from "./failure.ts";
import { readOnly } from "./read-only.ts";

export interface UpdatePort {
  send: CommandSender;
  activity: Pick<InstanceType<typeof ActivityModel>, "tenants" | "waitingUpdate">;
}

/** An update of the extension that waits for the user. */
export const UpdateModel = createModel(({ send, activity }: UpdatePort) => {
  const message = signal<string | undefined>(undefined);
  return {
    /** The version, and the tenants whose credential it removes; undefined without an update. */
    offer: computed(() => {
      const update = activity.waitingUpdate.value;
      const tenants = activity.tenants.value;
      if (update === undefined) return undefined;
      const losing = tenants.filter(({ credential }) => credential?.remembering === "session");
      return { version: update.version, losing: losing.map(({ tenant }) => tenant.name) };
    }),
    /** Why the update was not installed. */
    message: readOnly(message),

    /** Installs the update. That loads the extension again, and so closes this page. */
    async install(): Promise<void> {
      message.value = undefined;
      try {
        await send("update.install", {});
      } catch (error) {
        message.value = toFailure(error).message;
      }
    },
  };
});
