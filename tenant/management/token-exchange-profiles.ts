import type { TenantApp, TenantContext } from "../context.ts";
import { authenticate } from "./authenticate.ts";
import { respondWithManagementError, type ManagementError } from "./management-error.ts";
import { readPage } from "./paging.ts";
import { createTokenExchangeProfileSchema, type TokenExchangeProfile } from "./profile-schemas.ts";
import { readValidBody } from "./validation.ts";

const path = "/api/v2/token-exchange-profiles";

/** Creating and listing token exchange profiles. */
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
}

/** What speaks against a well-formed profile; causes in the body come before those of the tenant. */
function findProblem(
  context: TenantContext,
  wanted: Pick<TokenExchangeProfile, "type" | "action_id" | "subject_token_type">,
): ManagementError | undefined {
  if (wanted.type !== "custom_authentication") {
    return { status: 400, message: "type field must be custom: custom_authentication" };
  }
  if (!isOwnNamespace(wanted.subject_token_type)) {
    const message =
      "subject_token_type must start with https://, http:// or urn: and not use a reserved namespace";
    return { status: 400, message, errorCode: "invalid_body" };
  }
  const action = context.actions.get(wanted.action_id);
  if (action === undefined) return { status: 400, message: "The action is not found" };
  if (!action.is_deployed) return { status: 400, message: "The action is not deployed" };
  if (!action.supported_triggers.includes("custom-token-exchange")) {
    const message = "The action must have the supported trigger: custom-token-exchange";
    return { status: 400, message };
  }
  const profiles = [...context.tokenExchangeProfiles.values()];
  const isFull = profiles.length >= context.limits.tokenExchangeProfiles;
  if (isFull || context.faults.isPlanted("create-refused")) {
    const message = "You reached the limit of entities of this type for this tenant.";
    return { status: 403, message, errorCode: "too_many_entities" };
  }
  if (profiles.some((each) => each.subject_token_type === wanted.subject_token_type)) {
    return { status: 409, message: "subject_token_type already exists for tenant" };
  }
  return undefined;
}

/** A type must live in a namespace of the tenant's own, not of the service or a standards body. */
function isOwnNamespace(type: string): boolean {
  const reserved =
    /^(?:https?:\/\/(?:auth0|okta)\.com(?:[:/?#]|$)|urn:(?:ietf|auth0|okta)(?::|$))/i;
  return /^(?:https?:\/\/|urn:)/i.test(type) && !reserved.test(type);
}
