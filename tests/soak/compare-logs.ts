import type { StoredBadge, StoredLog } from "./read-log.ts";

/** An event in the tenant's log. */
export interface EmittedEvent {
  id: string;
  /** SHA-256 of its content, in hexadecimal. */
  sha256: string;
}

/** The events that the extension has stored and shows, compared with the tenant's log. */
export interface SoakReport {
  /** The number of events that the soak requested from the tenant. */
  planned: number;
  emitted: number;
  stored: number;
  /** Events that are in the tenant's log but not stored. */
  lost: number;
  /** Events that are stored under the ID of another stored event. */
  duplicated: number;
  /** Events that are stored under an ID that the tenant did not issue. */
  invented: number;
  /** Events with a content that differs from the tenant's log. */
  altered: number;
  /** Events that are stored after an event that the tenant emitted later. */
  misplaced: number;
  /** Marks of a possible gap. */
  gaps: number;
  /** True if the toolbar button shows the number of stored unread events. */
  isBadgeRight: boolean;
}

/** Compares the extension's log and badge with the tenant's log, event by event. */
export function compareLogs(
  planned: number,
  emitted: readonly EmittedEvent[],
  log: StoredLog,
  badge: StoredBadge,
): SoakReport {
  const places = new Map(emitted.map((event, place) => [event.id, { ...event, place }]));
  const seen = new Set<string>();
  const report = { duplicated: 0, invented: 0, altered: 0, misplaced: 0 };
  let last = -1;
  for (const { id, sha256 } of log.events) {
    const known = places.get(id);
    if (seen.has(id)) report.duplicated += 1;
    seen.add(id);
    if (known === undefined) {
      report.invented += 1;
      continue;
    }
    if (known.sha256 !== sha256) report.altered += 1;
    if (known.place < last) report.misplaced += 1;
    last = Math.max(last, known.place);
  }
  return {
    planned,
    emitted: emitted.length,
    stored: log.events.length,
    lost: emitted.filter(({ id }) => !seen.has(id)).length,
    ...report,
    gaps: log.gaps,
    isBadgeRight: isBadgeRight(badge, log.events.length),
  };
}

/**
 * Returns true if the button shows a number of unread events: exact in its tooltip, up to 99 on its
 * badge.
 */
export function isBadgeRight({ text, title }: StoredBadge, unread: number): boolean {
  const shown = /: (\d+) unread events?(?:;|$)/.exec(title)?.[1];
  return shown === String(unread) && text === (unread > 99 ? "99+" : String(unread));
}

/** Returns true if all planned events are stored once, unchanged, in order, and shown. */
export function isSound(report: SoakReport): boolean {
  const { planned, emitted, stored, lost, duplicated, invented, altered, misplaced, gaps } = report;
  const wrong = lost + duplicated + invented + altered + misplaced + gaps;
  return planned === emitted && emitted === stored && wrong === 0 && report.isBadgeRight;
}

/** Returns the last line of a soak. */
export function describeReport(report: SoakReport): string {
  const { isBadgeRight: isRight, ...counts } = report;
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return [...parts, `badge ${isRight ? "right" : "wrong"}`].join(" ");
}
