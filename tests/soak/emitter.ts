import { setTimeout as pause } from "node:timers/promises";
import type { StreamControl } from "./stream-control.ts";

/** Between two pieces, in milliseconds: short beside any fault, so that each has events in its middle. */
const pace = 25;

/** Emits events, one call of the tenant at a time. */
export interface Emitter {
  /** How many events the tenant has acknowledged. */
  readonly emitted: number;
  /** Emits so many at once; reversed, what happened last is told first. */
  emit(count: number, order?: "reversed"): Promise<void>;
  /** Emits so many piece by piece while the work goes on, and what is left of them when it is over. */
  emitDuring(count: number, work: Promise<unknown>): Promise<void>;
  /** Emits nothing until the work is over: a tenant that is being restarted acknowledges nothing. */
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
