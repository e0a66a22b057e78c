import * as z from "zod/mini";
import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";
import { describeRequestContext } from "../events/request-context.ts";
import { describeUserCreated } from "../events/user-created.ts";
import { describeUserDeleted, describeUserUpdated } from "../events/user-changed.ts";
import { listIdentities } from "../directory/user-profile.ts";
import type { User } from "../directory/users.ts";
import { authenticateForUser, type Checked, type UserCaller } from "./authenticate.ts";
import { identityProviders } from "./identity-providers.ts";
import { readLinkToken } from "./link-token.ts";
import { respondWithManagementError, type ManagementError } from "./management-error.ts";
import { linkSchema } from "./user-schemas.ts";
import { findUser } from "./users.ts";
import { readValidBody, validate } from "./validation.ts";

const path = "/api/v2/users/:id/identities";

const providerSchema = z.object({ provider: z.enum(identityProviders) });

const scopes = { any: ["update:users"], own: ["update:current_user_identities"] };

/** Linking another account to a user, and letting go of it. */
export function addIdentityRoutes(app: TenantApp, context: TenantContext): void {
  app.post(path, async (c) => {
    const id = c.req.param("id");
    const caller = await authenticateForUser(c, context, id, scopes);
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const secondaryId = await readSecondary(c, context, caller.value);
    if (!secondaryId.ok) return respondWithManagementError(c, secondaryId.error);
    const primary = findUser(context, id);
    if (!primary.ok) return respondWithManagementError(c, primary.error);
    const problem = findLinkProblem(context, primary.value, secondaryId.value);
    if (problem !== undefined) return respondWithManagementError(c, problem);
    const secondary = findUser(context, secondaryId.value);
    if (!secondary.ok) return respondWithManagementError(c, secondary.error);
    return c.json(link(c, context, primary.value, secondary.value), 201);
  });

  app.delete(`${path}/:provider/:userId`, async (c) => {
    const id = c.req.param("id");
    const caller = await authenticateForUser(c, context, id, scopes);
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const provider = validate("path", providerSchema, { provider: c.req.param("provider") });
    if (!provider.ok) return respondWithManagementError(c, provider.error);
    const primary = findUser(context, id);
    if (!primary.ok) return respondWithManagementError(c, primary.error);
    const secondaryId = `${provider.value.provider}|${c.req.param("userId")}`;
    if (secondaryId === id) {
      const message = "The main identity of a user cannot be unlinked.";
      return respondWithManagementError(c, { status: 400, message });
    }
    const secondary = primary.value.linkedAccounts?.find((each) => each.user_id === secondaryId);
    if (secondary === undefined) {
      const message = "The identity is not linked to this user.";
      return respondWithManagementError(c, { status: 404, message });
    }
    return c.json(unlink(c, context, primary.value, secondary));
  });
}

/** The id of the account to be linked: its ID token proves it, or an administrator names it. */
async function readSecondary(
  c: TenantRequest,
  context: TenantContext,
  { token, isOwn }: UserCaller,
): Promise<Checked<string>> {
  const body = await readValidBody(c, linkSchema);
  if (!body.ok) return body;
  const { link_with: jwt, provider, user_id: id } = body.value;
  if (jwt !== undefined)
    return await readLinkToken(context, jwt, isOwn ? token.clientId : undefined);
  if (!isOwn) return { ok: true, value: `${provider}|${id}` };
  const message = "Payload validation error: 'Missing required property: link_with'.";
  return { ok: false, error: { status: 400, message, errorCode: "invalid_body" } };
}

function findLinkProblem(
  context: TenantContext,
  primary: User,
  secondaryId: string,
): ManagementError | undefined {
  if (primary.user_id === secondaryId) {
    return { status: 400, message: "Main account and linked account are the same." };
  }
  const isLinked = [...context.users.values()].some((user) =>
    user.linkedAccounts?.some((account) => account.user_id === secondaryId),
  );
  return isLinked
    ? { status: 409, message: "Specified identity already linked to another user." }
    : undefined;
}

/** The secondary entry disappears, with what was linked to it in its wake; its metadata is lost. */
function link(c: TenantRequest, context: TenantContext, primary: User, secondary: User): unknown {
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

/** The account is an entry of its own again, with its profile and without metadata. */
function unlink(c: TenantRequest, context: TenantContext, primary: User, secondary: User): unknown {
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
