import * as z from "zod/mini";
import { listIdentities } from "../directory/user-profile.ts";
import type { User } from "../directory/users.ts";
import { describeRequestContext } from "../events/request-context.ts";
import { describeUserCreated } from "../events/user-created.ts";
import { describeUserDeleted, describeUserUpdated } from "../events/user-changed.ts";
import type { TenantApp, TenantRequest } from "../http/tenant-app.ts";
import { identityProviders } from "./identity-providers.ts";
import { readLinkToken } from "./link-token.ts";
import type { ManagementContext } from "./management-context.ts";
import { ManagementError } from "./management-error.ts";
import { isUserToken, readToken, requireUserScope } from "./require-scope.ts";
import { linkSchema } from "./user-schemas.ts";
import { findUser } from "./users.ts";
import { readValidBody, validate } from "./validation.ts";

const path = "/api/v2/users/:id/identities";

const providerSchema = z.object({ provider: z.enum(identityProviders) });

const scopes = { any: ["update:users"], own: ["update:current_user_identities"] };

/** Adds the routes that link another account to a user and unlink it. */
export function addIdentityRoutes(app: TenantApp, context: ManagementContext): void {
  app.post(path, requireUserScope(context, scopes), async (c) => {
    const secondaryId = await readSecondary(c, context);
    const primary = findUser(context, c.req.param("id"));
    checkLinkable(context, primary, secondaryId);
    const secondary = findUser(context, secondaryId);
    return c.json(link(c, context, primary, secondary), 201);
  });

  app.delete(`${path}/:provider/:userId`, requireUserScope(context, scopes), (c) => {
    const { provider } = validate("path", providerSchema, { provider: c.req.param("provider") });
    const primary = findUser(context, c.req.param("id"));
    const secondaryId = `${provider}|${c.req.param("userId")}`;
    if (secondaryId === primary.user_id) {
      throw new ManagementError(400, "The main identity of a user cannot be unlinked.");
    }
    const secondary = primary.linkedAccounts?.find((each) => each.user_id === secondaryId);
    if (secondary === undefined) {
      throw new ManagementError(404, "The identity is not linked to this user.");
    }
    return c.json(unlink(c, context, primary, secondary));
  });
}

/** Returns the id of the account to link: its ID token proves it, or an administrator names it. */
async function readSecondary(c: TenantRequest, context: ManagementContext): Promise<string> {
  const token = readToken(c);
  const isOwn = isUserToken(token);
  const { link_with: jwt, provider, user_id: id } = await readValidBody(c, linkSchema);
  if (jwt !== undefined) {
    return await readLinkToken(context, jwt, isOwn ? token.clientId : undefined);
  }
  if (!isOwn) return `${provider}|${id}`;
  const message = "Payload validation error: 'Missing required property: link_with'.";
  throw new ManagementError(400, message, { errorCode: "invalid_body" });
}

function checkLinkable({ users }: ManagementContext, primary: User, secondaryId: string): void {
  if (primary.user_id === secondaryId) {
    throw new ManagementError(400, "Main account and linked account are the same.");
  }
  const isLinked = [...users.values()].some((user) =>
    user.linkedAccounts?.some((account) => account.user_id === secondaryId),
  );
  if (isLinked) {
    throw new ManagementError(409, "Specified identity already linked to another user.");
  }
}

/**
 * Moves the secondary account and the accounts linked to it under the primary user. The secondary
 * account loses its own entry and its metadata.
 */
function link(
  c: TenantRequest,
  context: ManagementContext,
  primary: User,
  secondary: User,
): unknown {
  const time = new Date(context.now()).toISOString();
  const { linkedAccounts: inherited = [], ...account } = secondary;
  const linkedAccounts = [...(primary.linkedAccounts ?? []), removeMetadata(account), ...inherited];
  const updated: User = { ...primary, linkedAccounts, updated_at: time };
  context.users.delete(secondary.user_id);
  context.users.set(primary.user_id, updated);
  const requestContext = describeRequestContext(c, context);
  context.events.append(describeUserUpdated(updated, requestContext));
  context.events.append(describeUserDeleted(secondary, time, requestContext));
  context.log.addFact("accounts linked", {
    subject: primary.user_id,
    secondary: secondary.user_id,
  });
  return listIdentities(updated);
}

/** Restores the account as a separate user, with its profile and without metadata. */
function unlink(
  c: TenantRequest,
  context: ManagementContext,
  primary: User,
  secondary: User,
): unknown {
  const time = new Date(context.now()).toISOString();
  const linkedAccounts = primary.linkedAccounts?.filter((each) => each !== secondary) ?? [];
  const updated: User = { ...primary, linkedAccounts, updated_at: time };
  const restored: User = { ...secondary, updated_at: time };
  context.users.set(updated.user_id, updated);
  context.users.set(restored.user_id, restored);
  const requestContext = describeRequestContext(c, context);
  context.events.append(describeUserUpdated(updated, requestContext));
  context.events.append(describeUserCreated(restored, requestContext));
  context.log.addFact("accounts unlinked", {
    subject: updated.user_id,
    secondary: restored.user_id,
  });
  return listIdentities(updated);
}

function removeMetadata({ user_metadata: _own, app_metadata: _app, ...account }: User): User {
  return account;
}
