import type * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../context.ts";
import { describeRequestContext } from "../events/request-context.ts";
import { describeUserDeleted, describeUserUpdated } from "../events/user-changed.ts";
import { describeUserProfile } from "../directory/user-profile.ts";
import { findUserByEmail, readConnectionName, type User } from "../directory/users.ts";
import { authenticateForUser, type Checked, type UserCaller } from "./authenticate.ts";
import { respondWithManagementError, type ManagementError } from "./management-error.ts";
import { applyUserChange, findMetadataExcess } from "./user-change.ts";
import { readUserSchema, updateUserSchema, type UserChange } from "./user-schemas.ts";
import { groupQuery, readValidBody, validate, validateId } from "./validation.ts";

const path = "/api/v2/users/:id";

/** Reading, changing and deleting a user: an administrator's any, a user's own token its own. */
export function addUserRoutes(app: TenantApp, context: TenantContext): void {
  app.get(path, async (c) => {
    const id = c.req.param("id");
    const caller = await authenticateForUser(c, context, id, {
      any: ["read:users"],
      own: ["read:current_user"],
    });
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const query = validate("query", readUserSchema, groupQuery(new URL(c.req.url).searchParams));
    if (!query.ok) return respondWithManagementError(c, query.error);
    const found = findUser(context, id);
    return found.ok
      ? c.json(pickFields(describeUserProfile(found.value), query.value))
      : respondWithManagementError(c, found.error);
  });

  app.patch(path, async (c) => {
    const id = c.req.param("id");
    const caller = await authenticateForUser(c, context, id, {
      any: ["update:users", "update:users_app_metadata"],
      own: ["update:current_user_metadata"],
    });
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const body = await readValidBody(c, updateUserSchema);
    if (!body.ok) return respondWithManagementError(c, body.error);
    const problem = findScopeProblem(caller.value, body.value);
    if (problem !== undefined) return respondWithManagementError(c, problem);
    const found = findUser(context, id);
    if (!found.ok) return respondWithManagementError(c, found.error);
    const { email } = body.value;
    const connection = readConnectionName(found.value);
    const namesake =
      email === undefined ? undefined : findUserByEmail(context.users, email, connection);
    if (namesake !== undefined && namesake.user_id !== id) {
      const message = "The specified new email already exists";
      return respondWithManagementError(c, { status: 400, message, errorCode: "auth0_idp_error" });
    }
    const time = new Date(context.now()).toISOString();
    const updated = applyUserChange(found.value, body.value, time);
    const excess = findMetadataExcess(updated);
    if (excess !== undefined) return respondWithManagementError(c, excess);
    context.users.set(id, updated);
    context.events.append(describeUserUpdated(updated, describeRequestContext(c, context)));
    context.log.addFact("user updated", { subject: id, fields: Object.keys(body.value) });
    return c.json(describeUserProfile(updated));
  });

  // A user that is gone already is no failure: the service lists no 404 here.
  app.delete(path, async (c) => {
    const id = c.req.param("id");
    const caller = await authenticateForUser(c, context, id, {
      any: ["delete:users"],
      own: ["delete:current_user"],
    });
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const checked = validateUserId(id);
    if (!checked.ok) return respondWithManagementError(c, checked.error);
    const user = context.users.get(id);
    if (user !== undefined) {
      context.users.delete(id);
      const time = new Date(context.now()).toISOString();
      context.events.append(describeUserDeleted(user, time, describeRequestContext(c, context)));
      context.log.addFact("user deleted", { subject: id });
    }
    return c.body(null, 204);
  });
}

/** The user of a path's id, or why there is none. */
export function findUser(context: TenantContext, id: string): Checked<User> {
  const checked = validateUserId(id);
  if (!checked.ok) return checked;
  const user = context.users.get(id);
  if (user !== undefined) return { ok: true, value: user };
  const error = { status: 404, message: "The user does not exist.", errorCode: "inexistent_user" };
  return { ok: false, error: { ...error, status: 404 } };
}

function validateUserId(id: string): Checked<string> {
  return validateId(id, "user-id", /^[^|]{1,100}\|.{1,200}$/);
}

/** A user may change the own `user_metadata` alone, and `update:users_app_metadata` allows no more than it says. */
function findScopeProblem(caller: UserCaller, change: UserChange): ManagementError | undefined {
  if (caller.token.scopes.includes("update:users")) return undefined;
  const allowed = caller.isOwn ? "user_metadata" : "app_metadata";
  if (Object.keys(change).every((name) => name === allowed)) return undefined;
  const message = "Insufficient scope, expected any of: update:users";
  return { status: 403, message, errorCode: "insufficient_scope" };
}

/** The fields that a query names alone, or all but those. */
function pickFields(
  profile: Record<string, unknown>,
  { fields, include_fields: isIncluded = "true" }: z.infer<typeof readUserSchema>,
): Record<string, unknown> {
  if (fields === undefined) return profile;
  const names = new Set(fields.split(","));
  const entries = Object.entries(profile);
  return Object.fromEntries(
    entries.filter(([name]) => names.has(name) === (isIncluded === "true")),
  );
}
