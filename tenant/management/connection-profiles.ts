import type { TenantApp, TenantContext } from "../context.ts";
import { authenticate, type Checked } from "./authenticate.ts";
import { connectionProfileTemplates } from "./connection-profile-templates.ts";
import { respondWithManagementError } from "./management-error.ts";
import { readPage } from "./paging.ts";
import {
  createConnectionProfileSchema,
  updateConnectionProfileSchema,
  type ConnectionProfile,
  type ConnectionProfileChange,
} from "./profile-schemas.ts";
import { readValidBody, validateId } from "./validation.ts";

const path = "/api/v2/connection-profiles";

/** Listing, reading, creating, updating and deleting connection profiles, and the templates for them. */
export function addConnectionProfileRoutes(app: TenantApp, context: TenantContext): void {
  app.get(path, async (c) => {
    const caller = await authenticate(c, context, "read:connection_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const profiles = [...context.connectionProfiles.values()];
    const query = new URL(c.req.url).searchParams;
    const page = readPage(context, query, profiles, { maximum: 10, standard: 5 });
    if (!page.ok) return respondWithManagementError(c, page.error);
    const { items, ...next } = page.value;
    return c.json({ connection_profiles: items, ...next });
  });

  app.post(path, async (c) => {
    const caller = await authenticate(c, context, "create:connection_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const body = await readValidBody(c, createConnectionProfileSchema);
    if (!body.ok) return respondWithManagementError(c, body.error);
    const { connectionProfiles, limits } = context;
    if (connectionProfiles.size >= limits.connectionProfiles) {
      const message = "You reached the limit of entities of this type for this tenant.";
      const errorCode = "too_many_entities";
      return respondWithManagementError(c, { status: 403, message, errorCode });
    }
    if ([...connectionProfiles.values()].some((each) => each.name === body.value.name)) {
      const message = "A connection profile with this name already exists.";
      return respondWithManagementError(c, { status: 409, message });
    }
    const profile = applyChange(
      {
        id: `cop_${context.random.text(22)}`,
        name: body.value.name,
        organization: {},
        connection_name_prefix_template: "",
        enabled_features: [],
        connection_config: {},
        strategy_overrides: null,
      },
      body.value,
    );
    connectionProfiles.set(profile.id, profile);
    context.log.addFact("connection profile created", { id: profile.id });
    return c.json(profile, 201);
  });

  addTemplateRoutes(app, context);

  app.get(`${path}/:id`, async (c) => {
    const caller = await authenticate(c, context, "read:connection_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const found = findProfile(context, c.req.param("id"));
    return found.ok ? c.json(found.value) : respondWithManagementError(c, found.error);
  });

  app.patch(`${path}/:id`, async (c) => {
    const caller = await authenticate(c, context, "update:connection_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const body = await readValidBody(c, updateConnectionProfileSchema);
    if (!body.ok) return respondWithManagementError(c, body.error);
    const found = findProfile(context, c.req.param("id"));
    if (!found.ok) return respondWithManagementError(c, found.error);
    if (context.faults.isPlanted("patch-not-applied")) return c.json(found.value);
    const updated = applyChange(found.value, body.value);
    context.connectionProfiles.set(updated.id, updated);
    context.log.addFact("connection profile updated", {
      id: updated.id,
      fields: Object.keys(body.value),
    });
    return c.json(updated);
  });

  // A profile that is gone already is no failure: the service lists no 404 here.
  app.delete(`${path}/:id`, async (c) => {
    const caller = await authenticate(c, context, "delete:connection_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const id = validateProfileId(c.req.param("id"));
    if (!id.ok) return respondWithManagementError(c, id.error);
    context.connectionProfiles.delete(id.value);
    context.log.addFact("connection profile deleted", { id: id.value });
    return c.body(null, 204);
  });
}

function addTemplateRoutes(app: TenantApp, context: TenantContext): void {
  app.get(`${path}/templates`, async (c) => {
    const caller = await authenticate(c, context, "read:connection_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    return c.json({ connection_profile_templates: connectionProfileTemplates });
  });

  app.get(`${path}/templates/:id`, async (c) => {
    const caller = await authenticate(c, context, "read:connection_profiles");
    if (!caller.ok) return respondWithManagementError(c, caller.error);
    const template = connectionProfileTemplates.find((each) => each.id === c.req.param("id"));
    if (template !== undefined) return c.json(template);
    const message = "Connection profile template not found.";
    return respondWithManagementError(c, { status: 404, message });
  });
}

function validateProfileId(id: string): Checked<string> {
  return validateId(id, "connection-profile-id", /^cop_[A-Za-z0-9]{22}$/);
}

function findProfile(context: TenantContext, id: string): Checked<ConnectionProfile> {
  const checked = validateProfileId(id);
  if (!checked.ok) return checked;
  const profile = context.connectionProfiles.get(id);
  return profile === undefined
    ? { ok: false, error: { status: 404, message: "Connection profile not found." } }
    : { ok: true, value: profile };
}

/** What was not sent stays; an object or list that was sent replaces the stored one whole. */
function applyChange(
  profile: ConnectionProfile,
  change: ConnectionProfileChange,
): ConnectionProfile {
  return {
    id: profile.id,
    name: change.name ?? profile.name,
    organization: change.organization ?? profile.organization,
    connection_name_prefix_template:
      change.connection_name_prefix_template ?? profile.connection_name_prefix_template,
    enabled_features: change.enabled_features ?? profile.enabled_features,
    connection_config: change.connection_config ?? profile.connection_config,
    strategy_overrides: change.strategy_overrides ?? profile.strategy_overrides,
  };
}
