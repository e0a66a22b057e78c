import type { TenantApp, TenantContext } from "../context.ts";
import { authenticate, type Checked } from "./authenticate.ts";
import { respondWithManagementError, type ManagementError } from "./management-error.ts";
import { readPage } from "./paging.ts";
import {
  createTokenExchangeProfileSchema,
  updateTokenExchangeProfileSchema,
  type TokenExchangeProfile,
} from "./profile-schemas.ts";
import { readValidBody, validateId } from "./validation.ts";

const path = "/api/v2/token-exchange-profiles";

/** Creating, listing, reading, changing and deleting token exchange profiles. */
export function addTokenExchangeProfileRoutes(app: TenantApp, context: TenantContext): void {
  app.get(path, async (c) => {
    const caller = await authenticate(c, context, "read:token_exchange_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const profiles = [...context.tokenExchangeProfiles.values()];
    const query = new URL(c.req.url).searchParams;
    const page = readPage(context, query, profiles, { maximum: 100, standard: 50 });
    if (!page.ok) return respondWithManagementError(c, page.error);
    const { items, ...next } = page.value;
    return c.json({ token_exchange_profiles: items, ...next });
  });

  app.post(path, async (c) => {
    const caller = await authenticate(c, context, "create:token_exchange_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const body = await readValidBody(c, createTokenExchangeProfileSchema);
    if (!body.ok) return respondWithManagementError(c, body.error);
    const problem = findProblem(context, body.value);
    if (problem !== undefined) return respondWithManagementError(c, problem);
    const time = new Date(context.now()).toISOString();
    const profile: TokenExchangeProfile = {
      id: `tep_${context.random.text(16)}`,
      ...body.value,
      created_at: time,
      updated_at: time,
    };
    context.tokenExchangeProfiles.set(profile.id, profile);
    context.log.addFact("token exchange profile created", { id: profile.id });
    return c.json(profile, 201);
  });

  app.get(`${path}/:id`, async (c) => {
    const caller = await authenticate(c, context, "read:token_exchange_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const found = findProfile(context, c.req.param("id"));
    return found.ok ? c.json(found.value) : respondWithManagementError(c, found.error);
  });

  app.patch(`${path}/:id`, async (c) => {
    const caller = await authenticate(c, context, "update:token_exchange_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const body = await readValidBody(c, updateTokenExchangeProfileSchema);
    if (!body.ok) return respondWithManagementError(c, body.error);
    const found = findProfile(context, c.req.param("id"));
    if (!found.ok) return respondWithManagementError(c, found.error);
    const profile = found.value;
    const type = body.value.subject_token_type ?? profile.subject_token_type;
    const problem = findTypeProblem(type) ?? findDuplicate(context, type, profile.id);
    if (problem !== undefined) return respondWithManagementError(c, problem);
    const updated: TokenExchangeProfile = {
      ...profile,
      name: body.value.name ?? profile.name,
      subject_token_type: type,
      updated_at: new Date(context.now()).toISOString(),
    };
    context.tokenExchangeProfiles.set(updated.id, updated);
    context.log.addFact("token exchange profile updated", { id: updated.id });
    return c.json(updated);
  });

  // A profile that is gone already is no failure: the service lists no 404 here.
  app.delete(`${path}/:id`, async (c) => {
    const caller = await authenticate(c, context, "delete:token_exchange_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const id = validateProfileId(c.req.param("id"));
    if (!id.ok) return respondWithManagementError(c, id.error);
    context.tokenExchangeProfiles.delete(id.value);
    context.log.addFact("token exchange profile deleted", { id: id.value });
    return c.body(null, 204);
  });
}

function validateProfileId(id: string): Checked<string> {
  return validateId(id, "token-exchange-profile-id", /^tep_[A-Za-z0-9]{16}$/);
}

function findProfile(context: TenantContext, id: string): Checked<TokenExchangeProfile> {
  const checked = validateProfileId(id);
  if (!checked.ok) return checked;
  const profile = context.tokenExchangeProfiles.get(id);
  return profile === undefined
    ? { ok: false, error: { status: 404, message: "Token exchange profile not found." } }
    : { ok: true, value: profile };
}

/** What speaks against a well-formed profile; causes in the body come before those of the tenant. */
function findProblem(
  context: TenantContext,
  wanted: Pick<TokenExchangeProfile, "type" | "action_id" | "subject_token_type">,
): ManagementError | undefined {
  if (wanted.type !== "custom_authentication") {
    return { status: 400, message: "type field must be custom: custom_authentication" };
  }
  const typeProblem = findTypeProblem(wanted.subject_token_type);
  if (typeProblem !== undefined) return typeProblem;
  const action = context.actions.get(wanted.action_id);
  if (action === undefined) return { status: 400, message: "The action is not found" };
  if (!action.is_deployed) return { status: 400, message: "The action is not deployed" };
  if (!action.supported_triggers.includes("custom-token-exchange")) {
    const message = "The action must have the supported trigger: custom-token-exchange";
    return { status: 400, message };
  }
  const isFull = context.tokenExchangeProfiles.size >= context.limits.tokenExchangeProfiles;
  if (isFull || context.faults.isPlanted("create-refused")) {
    const message = "You reached the limit of entities of this type for this tenant.";
    return { status: 403, message, errorCode: "too_many_entities" };
  }
  return findDuplicate(context, wanted.subject_token_type);
}

/** Another profile's type is taken; `ownId` names the profile that may keep its own. */
function findDuplicate(
  context: TenantContext,
  type: string,
  ownId?: string,
): ManagementError | undefined {
  const isTaken = [...context.tokenExchangeProfiles.values()].some(
    (each) => each.subject_token_type === type && each.id !== ownId,
  );
  return isTaken
    ? { status: 409, message: "subject_token_type already exists for tenant" }
    : undefined;
}

/** A type must live in a namespace of the tenant's own, not of the service or a standards body. */
function findTypeProblem(type: string): ManagementError | undefined {
  const reserved =
    /^(?:https?:\/\/(?:auth0|okta)\.com(?:[:/?#]|$)|urn:(?:ietf|auth0|okta)(?::|$))/i;
  if (/^(?:https?:\/\/|urn:)/i.test(type) && !reserved.test(type)) return undefined;
  const message =
    "subject_token_type must start with https://, http:// or urn: and not use a reserved namespace";
  return { status: 400, message, errorCode: "invalid_body" };
}
