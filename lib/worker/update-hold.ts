import * as z from "zod/mini";
import type { StoredItem, WorkerPorts } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

/** The update that waits. It is in memory, which the update empties. */
export const waitingUpdateSchema = z.object({ version: z.string() });
export type WaitingUpdate = z.infer<typeof waitingUpdateSchema>;

/** Twice as often as a browser ends an idle worker. */
const awakeMs = 15_000;

/**
 * Holds an update of the extension back while it would take something away. Firefox waits for this
 * worker. Chromium waits for the worker's end only, so the worker stays awake.
 */
export interface UpdateHold {
  /** Resolves to the update that waits. */
  waiting(): Promise<WaitingUpdate | undefined>;
  /** The browser has loaded an update and would install it. */
  offered(version: string): Promise<void>;
  /** Installs a waiting update if nothing is lost by it. */
  review(): Promise<void>;
  /**
   * Installs the waiting update, because the user asked for it.
   *
   * @throws {WorkerError} `update-held` during a login or a change of a profile
   */
  install(): Promise<void>;
}

/** The work and the data that an update would end. */
export interface UpdateCosts {
  hasOpenLogin(): Promise<boolean>;
  isChanging(): boolean;
  hasPages(): boolean;
  hasMemoryCredential(): Promise<boolean>;
}

export function createUpdateHold(
  ports: Pick<WorkerPorts, "clock" | "restart" | "stayAwake">,
  item: StoredItem<WaitingUpdate>,
  costs: UpdateCosts,
  onWaiting: () => void,
): UpdateHold {
  let cancelAwake: (() => void) | undefined;
  const waiting = () => item.read().catch(() => undefined);
  /** Neither can be repeated or taken back, so not even the user's click ends them. */
  const findBusy = async (): Promise<string | undefined> => {
    if (costs.isChanging()) return "A change of a profile is being sent.";
    if (await costs.hasOpenLogin()) return "A login window is open.";
    return undefined;
  };

  async function review(): Promise<void> {
    if ((await waiting()) === undefined) return;
    const isHeld =
      costs.hasPages() || (await costs.hasMemoryCredential()) || (await findBusy()) !== undefined;
    if (!isHeld) {
      ports.restart();
      return;
    }
    await ports.stayAwake();
    cancelAwake?.();
    cancelAwake = ports.clock.schedule(() => void review(), awakeMs);
  }

  return {
    waiting,
    async offered(version) {
      await item.write({ version });
      onWaiting();
      await review();
    },
    review,
    async install() {
      const busy = await findBusy();
      if (busy !== undefined) {
        throw new WorkerError(
          "update-held",
          `The update was not installed. ${busy} Wait until it is over, then select “Update and restart” again.`,
        );
      }
      ports.restart();
    },
  };
}
