import type { TenantApp } from "../http/tenant-app.ts";
import type { ManagementContext } from "./management-context.ts";
import { ManagementError } from "./management-error.ts";
import { readPage } from "./paging.ts";
import {
  connectionProfileSchema,
  createConnectionProfileSchema,
  updateConnectionProfileSchema,
  type ConnectionProfile,
  type ConnectionProfileChange,
} from "./profile-schemas.ts";
import { requireScope } from "./require-scope.ts";
import { readValidBody, validateId } from "./validation.ts";

/** A template that the service offers for a new connection profile. */
interface ConnectionProfileTemplate {
  id: string;
  display_name: string;
  template: Omit<ConnectionProfile, "id">;
}

/** The templates of this tenant; they are constant. */
const connectionProfileTemplates: readonly ConnectionProfileTemplate[] = [
  {
    id: "enterprise-sso",
    display_name: "Enterprise single sign-on",
    template: {
      name: "enterprise-sso",
      organization: { show_as_button: "required", assign_membership_on_login: "required" },
      connection_name_prefix_template: "con-{org_id}",
      enabled_features: ["scim", "universal_logout"],
      connection_config: {},
      strategy_overrides: {
        okta: { enabled_features: ["scim", "universal_logout"], connection_config: {} },
      },
    },
  },
  {
    id: "basic",
    display_name: "Basic",
    template: {
      name: "basic",
      organization: { show_as_button: "none", assign_membership_on_login: "none" },
      connection_name_prefix_template: "con",
      enabled_features: [],
      connection_config: {},
      strategy_overrides: null,
    },
  },
];

const path = "/api/v2/connection-profiles";

/** Adds the routes of connection profiles and of the templates for them. */
export function addConnectionProfileRoutes(app: TenantApp, context: ManagementContext): void {
  const { connectionProfiles, faults, log } = context;

  app.get(path, requireScope(context, "read:connection_profiles"), (c) => {
    const profiles = [...connectionProfiles.values()];
    const query = new URL(c.req.url).searchParams;
    const { items, ...next } = readPage(context, query, profiles, { maximum: 10, standard: 5 });
    return c.json({ connection_profiles: items, ...next });
  });

  app.post(path, requireScope(context, "create:connection_profiles"), async (c) => {
    const body = await readValidBody(c, createConnectionProfileSchema);
    const profile = createProfile(context, body);
    connectionProfiles.set(profile.id, profile);
    log.addFact("connection profile created", { id: profile.id });
    return c.json(profile, 201);
  });

  addTemplateRoutes(app, context);

  app.get(`${path}/:id`, requireScope(context, "read:connection_profiles"), (c) =>
    c.json(findProfile(context, c.req.param("id"))),
  );

  app.patch(`${path}/:id`, requireScope(context, "update:connection_profiles"), async (c) => {
    const change = await readValidBody(c, updateConnectionProfileSchema);
    const profile = findProfile(context, c.req.param("id"));
    if (faults.isPlanted("patch-not-applied")) return c.json(profile);
    const updated = applyChange(profile, change);
    connectionProfiles.set(updated.id, updated);
    log.addFact("connection profile updated", { id: updated.id, fields: Object.keys(change) });
    return c.json(updated);
  });

  // Deleting a missing profile succeeds: the service documents no 404 for this route.
  app.delete(`${path}/:id`, requireScope(context, "delete:connection_profiles"), (c) => {
    const id = validateProfileId(c.req.param("id"));
    connectionProfiles.delete(id);
    log.addFact("connection profile deleted", { id });
    return c.body(null, 204);
  });
}

function addTemplateRoutes(app: TenantApp, context: ManagementContext): void {
  app.get(`${path}/templates`, requireScope(context, "read:connection_profiles"), (c) =>
    c.json({ connection_profile_templates: connectionProfileTemplates }),
  );

  app.get(`${path}/templates/:id`, requireScope(context, "read:connection_profiles"), (c) => {
    const template = connectionProfileTemplates.find((each) => each.id === c.req.param("id"));
    if (template === undefined) {
      throw new ManagementError(404, "Connection profile template not found.");
    }
    return c.json(template);
  });
}

function validateProfileId(id: string): string {
  return validateId(id, "connection-profile-id", /^cop_[A-Za-z0-9]{22}$/);
}

function findProfile(context: ManagementContext, id: string): ConnectionProfile {
  const profile = context.connectionProfiles.get(validateProfileId(id));
  if (profile === undefined) throw new ManagementError(404, "Connection profile not found.");
  return profile;
}

function createProfile(
  { connectionProfiles, limits, random }: ManagementContext,
  body: ConnectionProfileChange & { name: string },
): ConnectionProfile {
  if (connectionProfiles.size >= limits.connectionProfiles) {
    const message = "You reached the limit of entities of this type for this tenant.";
    throw new ManagementError(403, message, { errorCode: "too_many_entities" });
  }
  if ([...connectionProfiles.values()].some((each) => each.name === body.name)) {
    throw new ManagementError(409, "A connection profile with this name already exists.");
  }
  const empty = {
    id: `cop_${random.text(22)}`,
    name: body.name,
    organization: {},
    connection_name_prefix_template: "",
    enabled_features: [],
    connection_config: {},
    strategy_overrides: null,
  };
  return applyChange(empty, body);
}

/**
 * Returns the profile with the change applied: an object or list of the change replaces the stored
 * one.
 */
function applyChange(
  profile: ConnectionProfile,
  change: ConnectionProfileChange,
): ConnectionProfile {
  return connectionProfileSchema.parse({ ...profile, ...change });
}
