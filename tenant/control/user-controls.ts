import * as z from "zod/mini";
import { addUser } from "../directory/add-user.ts";
import type { TenantContext } from "../context.ts";
import { describeUserUpdated } from "../events/user-changed.ts";
import { createUser, findUserByEmail } from "../directory/users.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import { ControlError, readControlBody } from "./control-body.ts";

type UserContext = Pick<TenantContext, "now" | "random" | "log" | "users" | "events">;

const newUserSchema = z.strictObject({
  email: z.email().check(z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
});

const blockSchema = z.strictObject({ blocked: z.boolean() });

/** Adds the controls that create and block users. */
export function addUserControls(app: TenantApp, context: UserContext): void {
  app.post("/_control/users", async (c) => {
    const hint = "Send JSON with email, password and optionally name.";
    const given = await readControlBody(c, newUserSchema, hint);
    if (findUserByEmail(context.users, given.email) !== undefined) {
      throw new ControlError(
        409,
        "A user with this email address already exists. Choose another address.",
      );
    }
    const user = createUser(given, context.random, new Date(context.now()).toISOString());
    const event = addUser(context, user);
    return c.json({ user_id: user.user_id, event_id: event.id }, 201);
  });

  app.patch("/_control/users/:id", async (c) => {
    const change = await readControlBody(c, blockSchema, "Send JSON with blocked, true or false.");
    if (!blockUser(context, c.req.param("id"), change.blocked)) {
      const message =
        "No user has this ID. Run the tenant with --describe to list the seeded users.";
      throw new ControlError(404, message);
    }
    return c.json(change);
  });
}

/** Blocks or unblocks a user; false if the user does not exist. */
export function blockUser(context: UserContext, id: string, blocked: boolean): boolean {
  const user = context.users.get(id);
  if (user === undefined) return false;
  const updated = { ...user, blocked, updated_at: new Date(context.now()).toISOString() };
  context.users.set(id, updated);
  context.events.append(describeUserUpdated(updated, {}));
  context.log.addFact(blocked ? "user blocked" : "user unblocked", { subject: id });
  return true;
}
