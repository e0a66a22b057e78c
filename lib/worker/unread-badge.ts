import { describeBadge, type BadgeFacts } from "./describe-badge.ts";
import type { Clock } from "../http/clock.ts";
import { createPace } from "./pace.ts";
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
  const update = createPace(clock, showEveryMs, async () => {
    try {
      await badge.show(describeBadge(await read()));
    } catch {
      // Ignore a failure (the browser shuts down, or a read fails): the next update tries again.
    }
  });
  return { update };
}
