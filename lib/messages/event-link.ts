import { tenantRefSchema, type TenantRef } from "./tenant.ts";

/**
 * Identifies one event in a tenant's log. After a reset of the log, another event can have the same
 * sequence; the time of arrival distinguishes the two.
 */
export interface EventPlace {
  sequence: number;
  /** Unix time in ms. */
  storedAt: number;
}

/** Identifies one event of a tenant, or all events since a time (Unix time in ms). */
export type EventLink = { tenantRef: TenantRef } & (EventPlace | { since: number });

/**
 * Writes the path of the event page: `/event.html#event/<ref>/<sequence>/<storedAt>` or
 * `/event.html#since/<ref>/<time>`. The browser's history keeps the path, so the path contains
 * neither the tenant's name nor content of the event.
 */
export function writeEventAddress(link: EventLink): string {
  const parts =
    "since" in link
      ? ["since", link.tenantRef, link.since]
      : ["event", link.tenantRef, link.sequence, link.storedAt];
  return `/event.html#${parts.join("/")}`;
}

/** Parses the fragment of such a path; returns undefined for any other fragment. */
export function readEventLink(hash: string): EventLink | undefined {
  const [kind, ref, ...rest] = hash.split("/");
  const tenantRef = tenantRefSchema.safeParse(ref).data;
  const [first, second, ...others] = rest.map(readNumber);
  if (tenantRef === undefined || first === undefined || others.length > 0) return undefined;
  if (kind === "#since" && rest.length === 1) return { tenantRef, since: first };
  return kind === "#event" && second !== undefined
    ? { tenantRef, sequence: first, storedAt: second }
    : undefined;
}

/** Parses a finite number. Accepts only the form that `String` writes. */
function readNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}
