import type * as z from "zod/mini";
import type { VerifiedAccessToken } from "../authentication/token/access-token.ts";
import type { Directory } from "../directory/directory.ts";
import { describeUserProfile } from "../directory/user-profile.ts";
import {
  findUserByEmail,
  readConnectionName,
  type User,
  describeDefaults,
} from "../directory/users.ts";
import { describeRequestContext } from "../events/request-context.ts";
import { describeUserDeleted, describeUserUpdated } from "../events/user-changed.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import type { ManagementContext } from "./management-context.ts";
import { ManagementError } from "./management-error.ts";
import { createScopeError, isUserToken, readToken, requireUserScope } from "./require-scope.ts";
import { readUserSchema, updateUserSchema, type UserChange } from "./user-schemas.ts";
import { groupQuery, readValidBody, validate, validateId } from "./validation.ts";

/** Maximum length of one kind of a user's metadata, in characters of JSON. */
const metadataLimit = 1024 * 1024;

const path = "/api/v2/users/:id";

const scopes = {
  read: { any: ["read:users"], own: ["read:current_user"] },
  update: {
    any: ["update:users", "update:users_app_metadata"],
    own: ["update:current_user_metadata"],
  },
  delete: { any: ["delete:users"], own: ["delete:current_user"] },
};

/**
 * Adds the routes on one user: any user for a global client, and only the own user for a user's
 * token.
 */
export function addUserRoutes(app: TenantApp, context: ManagementContext): void {
  const { users, events, log } = context;

  app.get(path, requireUserScope(context, scopes.read), (c) => {
    const query = validate("query", readUserSchema, groupQuery(new URL(c.req.url).searchParams));
    const user = findUser(context, c.req.param("id"));
    return c.json(pickFields(describeUserProfile(user), query));
  });

  app.patch(path, requireUserScope(context, scopes.update), async (c) => {
    const change = await readValidBody(c, updateUserSchema);
    checkChangeScope(readToken(c), change);
    const user = findUser(context, c.req.param("id"));
    checkEmailIsFree(context, user, change.email ?? undefined);
    const updated = applyUserChange(user, change, new Date(context.now()).toISOString());
    checkMetadataSize(updated);
    users.set(updated.user_id, updated);
    events.append(describeUserUpdated(updated, describeRequestContext(c, context)));
    log.addFact("user updated", { subject: updated.user_id, fields: Object.keys(change) });
    return c.json(describeUserProfile(updated));
  });

  // Deleting a missing user succeeds: the service documents no 404 for this route.
  app.delete(path, requireUserScope(context, scopes.delete), (c) => {
    const id = validateUserId(c.req.param("id"));
    const user = users.get(id);
    if (user !== undefined) {
      users.delete(id);
      const time = new Date(context.now()).toISOString();
      events.append(describeUserDeleted(user, time, describeRequestContext(c, context)));
      log.addFact("user deleted", { subject: id });
    }
    return c.body(null, 204);
  });
}

/** Returns the user with this id; throws the error for an invalid id or an unknown user. */
export function findUser({ users }: Pick<Directory, "users">, id: string): User {
  const user = users.get(validateUserId(id));
  if (user !== undefined) return user;
  throw new ManagementError(404, "The user does not exist.", { errorCode: "inexistent_user" });
}

function validateUserId(id: string): string {
  return validateId(id, "user-id", /^[^|]{1,100}\|.{1,200}$/);
}

/**
 * Checks the changed members. A user may change only `user_metadata`; `update:users_app_metadata`
 * allows only `app_metadata`.
 */
function checkChangeScope(token: VerifiedAccessToken, change: UserChange): void {
  if (token.scopes.includes("update:users")) return;
  const allowed = isUserToken(token) ? "user_metadata" : "app_metadata";
  if (Object.keys(change).every((name) => name === allowed)) return;
  throw createScopeError(["update:users"]);
}

function checkEmailIsFree(
  { users }: ManagementContext,
  user: User,
  email: string | undefined,
): void {
  if (email === undefined) return;
  const holder = findUserByEmail(users, email, readConnectionName(user));
  if (holder === undefined || holder.user_id === user.user_id) return;
  const message = "The specified new email already exists";
  throw new ManagementError(400, message, { errorCode: "auth0_idp_error" });
}

/** Returns the fields that the query names, or all other fields if `include_fields` is false. */
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

/** Returns the user with the change applied. Metadata is merged only at its first level. */
function applyUserChange(user: User, change: UserChange, time: string): User {
  const {
    name,
    nickname,
    picture,
    email,
    given_name: given,
    family_name: family,
    ...rest
  } = change;
  // A user without an email address has no verified one.
  const removed = email === null ? { email: "", email_verified: false } : {};
  const others = { ...rest, ...(typeof email === "string" ? { email } : {}), ...removed };
  const { given_name: oldGiven, family_name: oldFamily, ...kept } = user;
  const givenName = given === undefined ? oldGiven : given;
  const familyName = family === undefined ? oldFamily : family;
  const defaults = describeDefaults({ ...user, ...others });
  return {
    ...kept,
    ...others,
    // Null restores the default value.
    name: name === undefined ? user.name : (name ?? defaults.name),
    nickname: nickname === undefined ? user.nickname : (nickname ?? defaults.nickname),
    picture: picture === undefined ? user.picture : (picture ?? defaults.picture),
    ...(typeof givenName === "string" && { given_name: givenName }),
    ...(typeof familyName === "string" && { family_name: familyName }),
    user_metadata: { ...user.user_metadata, ...change.user_metadata },
    app_metadata: { ...user.app_metadata, ...change.app_metadata },
    updated_at: time,
  };
}

/**
 * Refuses metadata that merges have made too large: each event about the user carries all of it.
 */
function checkMetadataSize(user: User): void {
  const name = (["user_metadata", "app_metadata"] as const).find(
    (each) => JSON.stringify(user[each] ?? {}).length > metadataLimit,
  );
  if (name === undefined) return;
  const message = `Payload validation error: 'Object is too large, maximum ${metadataLimit} characters' on property ${name}.`;
  throw new ManagementError(400, message, { errorCode: "invalid_body" });
}
