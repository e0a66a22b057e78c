import * as z from "zod/mini";
import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";
import { createSampleEvent, sampleTypes } from "../events/sample-events.ts";
import { describeUserCreated } from "../events/user-created.ts";
import { faultChangeSchema } from "../faults.ts";
import { readBody } from "../request-body.ts";
import { createUser, findUserByEmail } from "../users.ts";
import { findControlRefusal } from "./guard.ts";

const newUserSchema = z.strictObject({
  email: z.email().check(z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
});

const emitSchema = z.strictObject({
  type: z._default(z.enum(sampleTypes), "user.created"),
  count: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
});

const afterSchema = z.optional(z.string().check(z.regex(/^\d{1,15}$/)));

/** The control interface, for tests and people: JSON, loopback only, no part of what the service has. */
export function addControlRoutes(app: TenantApp, context: TenantContext): void {
  app.use("/_control/*", async (c, next) => {
    const refusal = findControlRefusal(c);
    return refusal === undefined ? await next() : refuse(c, 403, refusal);
  });

  app.get("/_control/log", (c) => {
    const after = afterSchema.safeParse(c.req.query("after"));
    if (!after.success) return refuse(c, 400, "after must be a sequence number.");
    return c.json({ entries: context.log.list(Number(after.data ?? 0)) });
  });

  app.post("/_control/users", async (c) => {
    const given = await readControlBody(c, newUserSchema);
    if (given === undefined) {
      return refuse(c, 400, "Send JSON with email and password, and name if you like.");
    }
    if (findUserByEmail(context.users, given.email) !== undefined) {
      return refuse(c, 409, "A user with this email exists already; choose another.");
    }
    const user = createUser(given, context.random, new Date(context.now()).toISOString());
    context.users.set(user.user_id, user);
    const event = context.events.append(describeUserCreated(user));
    context.log.addFact("user created", { subject: user.user_id, event_id: event.id });
    return c.json({ user_id: user.user_id, event_id: event.id }, 201);
  });

  app.post("/_control/events", async (c) => {
    const wanted = await readControlBody(c, emitSchema);
    if (wanted === undefined) {
      const types = sampleTypes.join(", ");
      return refuse(c, 400, `Send JSON with count (1 to 10000) and type, one of: ${types}.`);
    }
    const time = new Date(context.now()).toISOString();
    const eventIds: string[] = [];
    for (let index = 0; index < wanted.count; index += 1) {
      const sample = createSampleEvent(wanted.type, context.random, time);
      eventIds.push(context.events.append(sample).id);
    }
    context.log.addFact("events emitted", { type: wanted.type, count: wanted.count });
    return c.json({ type: wanted.type, count: wanted.count, event_ids: eventIds }, 201);
  });

  app.post("/_control/streams/drop", (c) => {
    const dropped = context.streams.endAll();
    context.log.addFact("event streams dropped", { count: dropped });
    return c.json({ dropped });
  });

  app.get("/_control/faults", (c) => c.json(context.faults.list()));

  app.put("/_control/faults", async (c) => {
    const switches = await readControlBody(c, faultChangeSchema);
    if (switches === undefined) {
      const names = Object.keys(context.faults.list()).join(", ");
      return refuse(c, 400, `Send JSON with true or false for any of: ${names}.`);
    }
    context.faults.change(switches);
    context.log.addFact("faults changed", context.faults.list());
    return c.json(context.faults.list());
  });

  app.all("/_control/*", (c) => refuse(c, 404, "There is no such control."));
}

function refuse(c: TenantRequest, status: 400 | 403 | 404 | 409, error: string): Response {
  return c.json({ error }, status);
}

async function readControlBody<Schema extends z.core.$ZodType>(
  c: TenantRequest,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const isJson = c.req.header("content-type")?.startsWith("application/json") === true;
  const body = isJson ? await readBody(c) : undefined;
  return z.safeParse(schema, body?.ok === true ? body.value : undefined).data;
}
