/** Creates a user event as the service sends it, with the service's prefix on field names. */
export function makeUserEvent(id: string, over: Record<string, unknown> = {}) {
  return {
    specversion: "1.0",
    type: "user.created",
    source: "urn:example:local.tenant",
    id,
    time: "2026-11-21T08:00:00.500Z",
    data: {
      object: {
        user_id: `local|${id}`,
        email: `${id}@example.com`,
        created_at: "2026-11-21T08:00:00.000Z",
        updated_at: "2026-11-21T08:00:00.000Z",
        identities: [
          { connection: "Users", user_id: 7, provider: "local", isSocial: false, extra: "kept" },
        ],
      },
      context: { tenant: { tenant_id: "local" } },
    },
    a0tenant: "local",
    a0stream: "est_1",
    ...over,
  };
}

/** Creates the SSE frame of an event; only the SSE field contains the type. */
export function frameEvent(offset: string, event: Record<string, unknown>): string {
  const type = typeof event["type"] === "string" ? event["type"] : "unknown";
  return `event: ${type}\nid: ${offset}\ndata: ${JSON.stringify({ offset, event })}\n\n`;
}

export function frameHeartbeat(offset: string): string {
  return `event: offset-only\nid: ${offset}\ndata: ${JSON.stringify({ offset })}\n\n`;
}

export function frameError(code: string, offset?: string): string {
  const error = {
    code,
    message: `because of ${code}`,
    ...(offset === undefined ? {} : { offset }),
  };
  return `event: error\ndata: ${JSON.stringify({ error })}\n\n`;
}
