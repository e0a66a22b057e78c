import { tenantRefSchema, type TenantRef } from "./tenant.ts";

/**
 * One event in a tenant's log. The time of arrival tells it from the event that has the same sequence
 * in a later log of the tenant.
 */
export interface EventPlace {
  sequence: number;
  /** Unix time in ms. */
  storedAt: number;
}

/** Names one event of a tenant, or all that arrived since a time (Unix time in ms). */
export type EventLink = { tenantRef: TenantRef } & (EventPlace | { since: number });

/**
 * Writes the address of the event page, without its origin: `/event.html#event/<ref>/<sequence>/<storedAt>`
 * or `/event.html#since/<ref>/<time>`. The browser's history keeps it, so it names neither tenant nor event.
 */
export function writeEventAddress(link: EventLink): string {
  const parts =
    "since" in link
      ? ["since", link.tenantRef, link.since]
      : ["event", link.tenantRef, link.sequence, link.storedAt];
  return `/event.html#${parts.join("/")}`;
}

/** Reads the fragment of such an address; returns undefined for any other. */
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

/** Reads a finite number as `String` writes it. */
function readNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}
