import type { Captured, FinishedRequest, HarEntry } from "./capture.ts";

/** Changes a capture into what cannot be recorded in a reasonable time. */
type Derivation = (captured: Captured) => Captured;

/** Moves an entry to a later time, with the Date header of its response. */
export function moveEntry(entry: HarEntry, seconds: number): HarEntry {
  const move = (time: string) => new Date(Date.parse(time) + seconds * 1000);
  const { headers } = entry.response;
  const moved = Array.isArray(headers)
    ? headers.map((header: unknown) => {
        if (!(header instanceof Object)) return header;
        const { name, value }: { name?: unknown; value?: unknown } = header;
        return name === "Date" ? { name, value: move(String(value)).toUTCString() } : header;
      })
    : headers;
  return {
    ...entry,
    startedDateTime: move(entry.startedDateTime).toISOString(),
    response: { ...entry.response, headers: moved },
  };
}

/** Moves the requests of a route to a later time. */
const moveRoute =
  (path: string, seconds: number): Derivation =>
  ({ finished, listed }) => {
    const change = (entry: HarEntry) =>
      new URL(entry.request.url).pathname === path ? moveEntry(entry, seconds) : entry;
    const moved = finished.map((each): FinishedRequest => ({ ...each, entry: change(each.entry) }));
    return { finished: moved, listed: listed.map(change) };
  };

/** Removes the events, as Chromium did in some recordings: only `getHAR` lists the requests. */
const loseEvents: Derivation = ({ listed }) => ({ finished: [], listed });

/** The changes, by the name of the case. */
export const derivations: Readonly<Record<string, Derivation>> = {
  // The scenes move the tenant's clock as far ahead.
  "code-late": moveRoute("/oauth/token", 6 * 60),
  "user-info-expired": moveRoute("/userinfo", 60),
  "renew-cross-site-no-events": loseEvents,
};
