import { describeBadge, type BadgeFacts } from "./describe-badge.ts";
import type { Clock } from "../http/clock.ts";
import type { Badge } from "./ports.ts";

const showEveryMs = 1_000;

/**
 * Shows the unread count on the toolbar button, at most once a second and always with the latest
 * facts. Each update reads the stored count: the previous worker may have died after it stored an
 * event and before it showed the event.
 */
export function createUnreadBadge(
  badge: Badge,
  clock: Clock,
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
      // Ignore a failure (the browser shuts down, or a read fails): the next update tries again.
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
    // Limit the delay: after the clock was set back, the difference is too large.
    const waitMs = Math.min(Math.max(0, shownAt + showEveryMs - clock.now()), showEveryMs);
    clock.schedule(() => void show(), waitMs);
  }

  return { update };
}
