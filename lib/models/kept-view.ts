import { effect } from "@preact/signals";
import type { CommandSender } from "../messages/command-channel.ts";
import type { PanelView } from "../messages/panel-view.ts";

export interface KeptViewPort {
  /** The view that was stored when the panel opened. */
  stored: PanelView;
  send: CommandSender;
  /** True in a private window, which stores nothing. */
  isPrivate: boolean;
}

/** A value of the panel that stays over restarts. */
interface KeptValue<Value> {
  /** Reads its signals. Each change of them is stored. */
  read: () => Value;
  /** Called at once with the stored value, if there is one. */
  restore: (stored: NonNullable<Value>) => void;
}

export interface KeptView {
  /** The view that was stored when the panel opened. */
  readonly stored: PanelView;
  /** Stores changes, together with those that are made meanwhile. */
  readonly keep: (changes: PanelView) => void;
  /** Restores a value, then keeps its changes until the panel closes. */
  readonly follow: <Name extends keyof PanelView>(
    name: Name,
    value: KeptValue<PanelView[Name]>,
  ) => void;
}

/** Keeps what a user has set in the panel. */
export function createKeptView({ stored, send, isPrivate }: KeptViewPort): KeptView {
  let pending: PanelView | undefined;
  let isSending = false;

  /** Sends one change at a time: a drag makes many, of which the last one counts. */
  const sendPending = async (): Promise<void> => {
    isSending = pending !== undefined;
    if (pending === undefined) return;
    const changes = pending;
    pending = undefined;
    // If this fails, the next panel opens with the values of before.
    await send("panel-view.keep", { changes }).catch(() => undefined);
    return sendPending();
  };
  const keep = (changes: PanelView) => {
    if (isPrivate) return;
    const runs = { ...pending?.runs, ...changes.runs };
    pending = { ...pending, ...changes, ...(changes.runs === undefined ? {} : { runs }) };
    if (!isSending) void sendPending();
  };

  return {
    stored,
    keep,
    follow(name, { read, restore }) {
      const kept = stored[name];
      if (kept !== undefined) restore(kept);
      let isFirst = true;
      effect(() => {
        const value = read();
        if (!isFirst) keep({ [name]: value });
        isFirst = false;
      });
    },
  };
}
