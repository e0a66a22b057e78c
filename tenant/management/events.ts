import * as z from "zod/mini";
import { openEventStream } from "../events/event-stream.ts";
import { eventTypes } from "../events/event-types.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import type { ManagementContext } from "./management-context.ts";
import { ManagementError } from "./management-error.ts";
import { readToken, requireScope } from "./require-scope.ts";
import { groupQuery, validate } from "./validation.ts";

const maxCursorLength = 1024;

/**
 * RFC 3339 in 20 characters: whole seconds, UTC. A day that does not exist, such as February 30, is
 * refused.
 */
const timestampSchema = z.string().check(
  z.maxLength(20),
  z.refine(
    (value) => {
      const time = Date.parse(value);
      return !Number.isNaN(time) && new Date(time).toISOString().replace(".000Z", "Z") === value;
    },
    { params: { format: "date-time" } },
  ),
);

const querySchema = z.strictObject({
  from: z.optional(z.string().check(z.maxLength(maxCursorLength))),
  from_timestamp: z.optional(timestampSchema),
  event_type: z.optional(z.array(z.enum(eventTypes))),
});

/** Adds `GET /api/v2/events`: events as server-sent events (WHATWG HTML, section 9.2). */
export function addEventRoutes(app: TenantApp, context: ManagementContext): void {
  const { streams, limits, log } = context;

  app.get("/api/v2/events", requireScope(context, "read:events"), (c) => {
    const { clientId, expiresAt } = readToken(c);
    const parameters = groupQuery(new URL(c.req.url).searchParams, "event_type");
    const query = validate("query", querySchema, parameters);
    const start = findStart(context, query, c.req.header("last-event-id"));
    if (streams.size >= limits.eventStreams) {
      const message = `Maximum concurrent event stream connections reached (${limits.eventStreams}). Close one before opening another.`;
      throw new ManagementError(403, message);
    }
    const types = query.event_type;
    const body = openEventStream(context, {
      ...start,
      types: types === undefined ? undefined : new Set(types),
      clientId,
      expiresAt,
    });
    log.addFact("event stream opened", { client_id: clientId });
    c.header("cache-control", "no-cache, no-transform");
    c.header("content-type", "text/event-stream");
    return c.body(body, 200);
  });
}

/**
 * Finds the start: `Last-Event-ID`, else `from`, else `from_timestamp`, else after the newest
 * event.
 */
function findStart(
  { events, delivery }: Pick<ManagementContext, "events" | "delivery">,
  { from, from_timestamp: timestamp }: z.infer<typeof querySchema>,
  lastEventId: string | undefined,
): { position: number; resumedFrom: number | undefined } {
  if (lastEventId === undefined && from !== undefined && timestamp !== undefined) {
    const message = "Query validation error: 'from and from_timestamp cannot be used together'.";
    throw new ManagementError(400, message, { errorCode: "invalid_query_string" });
  }
  const cursor = lastEventId ?? from;
  if (cursor !== undefined) {
    const resumedFrom = readCursor(events, cursor);
    const position = Math.max(events.start, resumedFrom - delivery.settings.overlap);
    return { position, resumedFrom };
  }
  const position =
    timestamp === undefined ? events.end : events.findPositionAt(Date.parse(timestamp));
  return { position, resumedFrom: undefined };
}

function readCursor(events: ManagementContext["events"], cursor: string): number {
  const result = cursor.length > maxCursorLength ? undefined : events.readCursor(cursor);
  if (result?.ok === true) return result.position;
  if (result?.failure === "expired") {
    const message =
      "The cursor is older than the retained events. Start again with from_timestamp.";
    throw new ManagementError(410, message, { errorCode: "cursor_expired" });
  }
  const message = "The cursor is invalid: this stream did not issue it.";
  throw new ManagementError(400, message, { errorCode: "invalid_cursor" });
}
