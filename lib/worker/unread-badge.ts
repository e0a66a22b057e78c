import type { Badge, WorkerClock } from "./ports.ts";

/** The content of the badge. */
export interface BadgeFacts {
  unread: number;
  /** The problem that the user must solve, in a few words. */
  trouble?: string;
}

const showEveryMs = 1_000;
const quietColour = "#1b3fa8";
const troubleColour = "#b3161d";

/**
 * Shows the unread count on the toolbar button, at most once a second and always with the latest
 * facts. Each update reads the stored count: the last worker may have died before it showed an
 * event.
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
      // The browser shuts down or the store fails; the next update tries again.
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
    // Limit the delay: it would be too long if the clock was set back.
    const waitMs = Math.min(Math.max(0, shownAt + showEveryMs - clock.now()), showEveryMs);
    clock.schedule(() => void show(), waitMs);
  }

  return { update };
}

/** Returns the text (at most four characters fit), the colour and the title of the badge. */
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
