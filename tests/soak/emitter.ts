import { setTimeout as pause } from "node:timers/promises";
import type { StreamControl } from "./stream-control.ts";

/**
 * The time between two parts in milliseconds. Short compared with any fault, so that events arrive
 * during each fault.
 */
const pace = 25;

/** Emits events with one call to the tenant at a time. */
export interface Emitter {
  /** The number of events that the tenant has acknowledged. */
  readonly emitted: number;
  /** Emits a number of events at once; `reversed` sends the newest first. */
  emit(count: number, order?: "reversed"): Promise<void>;
  /** Emits a number of events part by part during the work, and the rest after the work. */
  emitDuring(count: number, work: Promise<unknown>): Promise<void>;
  /** Emits nothing until the work ends: a tenant that restarts acknowledges nothing. */
  holdDuring(work: () => Promise<void>): Promise<void>;
}

export function createEmitter(control: StreamControl): Emitter {
  let emitted = 0;
  let queue: Promise<void> = Promise.resolve();

  async function enqueue(work: () => Promise<void>): Promise<void> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    await turn;
  }

  async function emit(count: number, order?: "reversed"): Promise<void> {
    await enqueue(async () => {
      await control.emit(count, order);
      emitted += count;
    });
  }

  return {
    get emitted() {
      return emitted;
    },
    emit,
    holdDuring: enqueue,
    async emitDuring(count, work) {
      const state = { isOver: false };
      let left = count;
      const piece = Math.max(1, Math.ceil(count / 40));
      const emitPieces = async (): Promise<void> => {
        while (!state.isOver && left > 0) {
          const next = Math.min(piece, left);
          left -= next;
          await emit(next);
          await pause(pace);
        }
      };
      const finishing = work.finally(() => {
        state.isOver = true;
      });
      await Promise.all([finishing, emitPieces()]);
      if (left > 0) await emit(left);
    },
  };
}
