import * as z from "zod/mini";
import { addUser } from "../directory/add-user.ts";
import type { TenantApp, TenantContext } from "../context.ts";
import { describeUserUpdated } from "../events/user-changed.ts";
import { createUser, findUserByEmail } from "../directory/users.ts";
import { readControlBody, refuseControl } from "./control-body.ts";

const newUserSchema = z.strictObject({
  email: z.email().check(z.maxLength(320)),
  password: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
});

const blockSchema = z.strictObject({ blocked: z.boolean() });

/** Creating users, and blocking them. */
export function addUserControls(app: TenantApp, context: TenantContext): void {
  app.post("/_control/users", async (c) => {
    const given = await readControlBody(c, newUserSchema);
    if (given === undefined) {
      return refuseControl(c, 400, "Send JSON with email and password, and name if you like.");
    }
    if (findUserByEmail(context.users, given.email) !== undefined) {
      const problem = "A user with this email exists already; choose another.";
      return refuseControl(c, 409, problem);
    }
    const user = createUser(given, context.random, new Date(context.now()).toISOString());
    const event = addUser(context, user);
    return c.json({ user_id: user.user_id, event_id: event.id }, 201);
  });

  app.patch("/_control/users/:id", async (c) => {
    const change = await readControlBody(c, blockSchema);
    if (change === undefined)
      return refuseControl(c, 400, "Send JSON with blocked, true or false.");
    const isChanged = blockUser(context, c.req.param("id"), change.blocked);
    return isChanged
      ? c.json(change)
      : refuseControl(
          c,
          404,
          "There is no user with this id; --describe lists those of the start.",
        );
  });
}

/** Blocks a user or lets it in again; false when there is no such user. */
export function blockUser(context: TenantContext, id: string, blocked: boolean): boolean {
  const user = context.users.get(id);
  if (user === undefined) return false;
  const updated = { ...user, blocked, updated_at: new Date(context.now()).toISOString() };
  context.users.set(id, updated);
  context.events.append(describeUserUpdated(updated, {}));
  context.log.addFact(blocked ? "user blocked" : "user unblocked", { subject: id });
  return true;
}
