import type { Badge, WorkerClock } from "./ports.ts";

/** What the badge tells. */
export interface BadgeFacts {
  unread: number;
  /** What needs a person, in a few words; absent while all is well. */
  trouble?: string;
}

const showEveryMs = 1_000;
const quietColour = "#1b3fa8";
const troubleColour = "#b3161d";

/**
 * Shows the unread count on the toolbar button, at most once a second; the last facts always win. `read` is asked each
 * time for what is stored, so that a worker that died between storing and showing is caught up by the next one.
 */
export function createUnreadBadge(
  badge: Badge,
  clock: WorkerClock,
  read: () => Promise<BadgeFacts>,
): { update(): void } {
  let isScheduled = false;
  let isShowing = false;
  let isStale = false;
  let shownAt = Number.NEGATIVE_INFINITY;

  async function show(): Promise<void> {
    isScheduled = false;
    isShowing = true;
    shownAt = clock.now();
    try {
      await badge.show(describeBadge(await read()));
    } catch {
      // The browser or the store is on its way out; the next update tries again.
    }
    isShowing = false;
    if (isStale) {
      isStale = false;
      update();
    }
  }

  function update(): void {
    if (isShowing) {
      isStale = true;
      return;
    }
    if (isScheduled) return;
    isScheduled = true;
    // Never later than that: the clock may have been set back.
    const waitMs = Math.min(Math.max(0, shownAt + showEveryMs - clock.now()), showEveryMs);
    clock.schedule(() => void show(), waitMs);
  }

  return { update };
}

/** Four characters fit on a badge; trouble shows by its mark as well as by its colour. */
export function describeBadge({ unread, trouble }: BadgeFacts): {
  text: string;
  colour: string;
  title: string;
} {
  const count = unread === 0 ? "" : unread > 99 ? "99+" : String(unread);
  const text = trouble !== undefined && count === "" ? "!" : count;
  const events =
    unread === 0 ? "no unread events" : unread === 1 ? "1 unread event" : `${unread} unread events`;
  return {
    text,
    colour: trouble !== undefined ? troubleColour : quietColour,
    title: `Tenant Inspector: ${events}${trouble === undefined ? "" : `; ${trouble}`}`,
  };
}
