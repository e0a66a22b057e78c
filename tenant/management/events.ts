import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../context.ts";
import { authenticate, type Checked } from "./authenticate.ts";
import { respondWithManagementError, type ManagementError } from "./management-error.ts";
import { groupQuery, validate } from "./validation.ts";
import { openEventStream } from "../events/event-stream.ts";
import { eventTypes } from "../events/event-types.ts";

const longestCursor = 1024;

/** RFC 3339 in 20 characters: whole seconds, UTC; a day that the calendar lacks is refused. */
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
  from: z.optional(z.string().check(z.maxLength(longestCursor))),
  from_timestamp: z.optional(timestampSchema),
  event_type: z.optional(z.array(z.enum(eventTypes))),
});

/** `GET /api/v2/events`: tenant events as server-sent events (WHATWG HTML, section 9.2). */
export function addEventRoutes(app: TenantApp, context: TenantContext): void {
  app.get("/api/v2/events", async (c) => {
    const caller = await authenticate(c, context, "read:events");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const query = validate(
      "query",
      querySchema,
      groupQuery(new URL(c.req.url).searchParams, "event_type"),
    );
    if (!query.ok) return respondWithManagementError(c, query.error);
    const start = findStart(context, query.value, c.req.header("last-event-id"));
    if (!start.ok) return respondWithManagementError(c, start.error);
    if (context.streams.size >= context.limits.eventStreams) {
      const message = `Maximum concurrent event stream connections reached (${context.limits.eventStreams}). Close one before opening another.`;
      return respondWithManagementError(c, { status: 403, message });
    }
    const types = query.value.event_type;
    const body = openEventStream(context, {
      ...start.value,
      types: types === undefined ? undefined : new Set(types),
      clientId: caller.value.clientId,
      expiresAt: caller.value.expiresAt,
    });
    context.log.addFact("event stream opened", { client_id: caller.value.clientId });
    c.header("cache-control", "no-cache, no-transform");
    c.header("content-type", "text/event-stream");
    return c.body(body, 200);
  });
}

/** Where the stream starts: `Last-Event-ID`, else `from`, else `from_timestamp`, else after the newest. */
function findStart(
  context: TenantContext,
  query: z.infer<typeof querySchema>,
  lastEventId: string | undefined,
): Checked<{ position: number; resumedFrom: number | undefined }> {
  const { events, delivery } = context;
  const { from, from_timestamp: timestamp } = query;
  const cursor = lastEventId ?? from;
  if (lastEventId === undefined && from !== undefined && timestamp !== undefined) {
    const message = "Query validation error: 'from and from_timestamp exclude each other'.";
    return refuse({ status: 400, message, errorCode: "invalid_query_string" });
  }
  if (cursor !== undefined) {
    const read = cursor.length > longestCursor ? undefined : events.readCursor(cursor);
    if (read?.ok === true) {
      const position = Math.max(events.start, read.position - delivery.habits.overlap);
      return { ok: true, value: { position, resumedFrom: read.position } };
    }
    if (read?.failure === "expired") {
      const message =
        "The cursor is older than the retained events. Start again with from_timestamp.";
      return refuse({ status: 410, message, errorCode: "cursor_expired" });
    }
    const message = "The cursor is not one that this stream handed out.";
    return refuse({ status: 400, message, errorCode: "invalid_cursor" });
  }
  const position = timestamp === undefined ? events.end : events.findTime(Date.parse(timestamp));
  return { ok: true, value: { position, resumedFrom: undefined } };
}

function refuse(error: ManagementError): { ok: false; error: ManagementError } {
  return { ok: false, error };
}
