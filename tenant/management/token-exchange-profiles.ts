import type { TenantApp } from "../http/tenant-app.ts";
import type { ManagementContext } from "./management-context.ts";
import { ManagementError } from "./management-error.ts";
import { readPage } from "./paging.ts";
import {
  createTokenExchangeProfileSchema,
  updateTokenExchangeProfileSchema,
  type TokenExchangeProfile,
} from "./profile-schemas.ts";
import { requireScope } from "./require-scope.ts";
import { readValidBody, validateId } from "./validation.ts";

const path = "/api/v2/token-exchange-profiles";

/** Adds the routes of token exchange profiles. */
export function addTokenExchangeProfileRoutes(app: TenantApp, context: ManagementContext): void {
  const { tokenExchangeProfiles, log } = context;

  app.get(path, requireScope(context, "read:token_exchange_profiles"), (c) => {
    const profiles = [...tokenExchangeProfiles.values()];
    const query = new URL(c.req.url).searchParams;
    const { items, ...next } = readPage(context, query, profiles, { maximum: 100, standard: 50 });
    return c.json({ token_exchange_profiles: items, ...next });
  });

  app.post(path, requireScope(context, "create:token_exchange_profiles"), async (c) => {
    const body = await readValidBody(c, createTokenExchangeProfileSchema);
    checkNewProfile(context, body);
    const time = new Date(context.now()).toISOString();
    const profile: TokenExchangeProfile = {
      id: `tep_${context.random.text(16)}`,
      ...body,
      created_at: time,
      updated_at: time,
    };
    tokenExchangeProfiles.set(profile.id, profile);
    log.addFact("token exchange profile created", { id: profile.id });
    return c.json(profile, 201);
  });

  app.get(`${path}/:id`, requireScope(context, "read:token_exchange_profiles"), (c) =>
    c.json(findProfile(context, c.req.param("id"))),
  );

  app.patch(`${path}/:id`, requireScope(context, "update:token_exchange_profiles"), async (c) => {
    const body = await readValidBody(c, updateTokenExchangeProfileSchema);
    const profile = findProfile(context, c.req.param("id"));
    const type = body.subject_token_type ?? profile.subject_token_type;
    checkNamespace(type);
    checkUnique(context, type, profile.id);
    const updated: TokenExchangeProfile = {
      ...profile,
      name: body.name ?? profile.name,
      subject_token_type: type,
      updated_at: new Date(context.now()).toISOString(),
    };
    tokenExchangeProfiles.set(updated.id, updated);
    log.addFact("token exchange profile updated", { id: updated.id });
    return c.json(updated);
  });

  // Deleting a missing profile succeeds: the service documents no 404 for this route.
  app.delete(`${path}/:id`, requireScope(context, "delete:token_exchange_profiles"), (c) => {
    const id = validateProfileId(c.req.param("id"));
    tokenExchangeProfiles.delete(id);
    log.addFact("token exchange profile deleted", { id });
    return c.body(null, 204);
  });
}

function validateProfileId(id: string): string {
  return validateId(id, "token-exchange-profile-id", /^tep_[A-Za-z0-9]{16}$/);
}

function findProfile(context: ManagementContext, id: string): TokenExchangeProfile {
  const profile = context.tokenExchangeProfiles.get(validateProfileId(id));
  if (profile === undefined) throw new ManagementError(404, "Token exchange profile not found.");
  return profile;
}

/** Checks a validated body against the state of the tenant. */
function checkNewProfile(
  context: ManagementContext,
  wanted: Pick<TokenExchangeProfile, "type" | "action_id" | "subject_token_type">,
): void {
  if (wanted.type !== "custom_authentication") {
    throw new ManagementError(400, "type field must be custom: custom_authentication");
  }
  checkNamespace(wanted.subject_token_type);
  const action = context.actions.get(wanted.action_id);
  if (action === undefined) throw new ManagementError(400, "The action is not found");
  if (!action.is_deployed) throw new ManagementError(400, "The action is not deployed");
  if (!action.supported_triggers.includes("custom-token-exchange")) {
    const message = "The action must have the supported trigger: custom-token-exchange";
    throw new ManagementError(400, message);
  }
  const isFull = context.tokenExchangeProfiles.size >= context.limits.tokenExchangeProfiles;
  if (isFull || context.faults.isPlanted("create-refused")) {
    const message = "You reached the limit of entities of this type for this tenant.";
    throw new ManagementError(403, message, { errorCode: "too_many_entities" });
  }
  checkUnique(context, wanted.subject_token_type);
}

/**
 * Refuses a type that another profile has; `ownId` is the profile to update, which may keep its
 * type.
 */
function checkUnique(context: ManagementContext, type: string, ownId?: string): void {
  const isTaken = [...context.tokenExchangeProfiles.values()].some(
    (each) => each.subject_token_type === type && each.id !== ownId,
  );
  if (isTaken) throw new ManagementError(409, "subject_token_type already exists for tenant");
}

/** Refuses a type in a namespace of the service or of a standards body. */
function checkNamespace(type: string): void {
  const reserved =
    /^(?:https?:\/\/(?:auth0|okta)\.com(?:[:/?#]|$)|urn:(?:ietf|auth0|okta)(?::|$))/i;
  if (/^(?:https?:\/\/|urn:)/i.test(type) && !reserved.test(type)) return;
  const message =
    "subject_token_type must start with https://, http:// or urn: and not use a reserved namespace";
  throw new ManagementError(400, message, { errorCode: "invalid_body" });
}
