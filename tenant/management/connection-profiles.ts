import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../context.ts";
import { authenticate, type Checked } from "./authenticate.ts";
import { respondWithManagementError } from "./management-error.ts";
import { readPage } from "./paging.ts";
import {
  updateConnectionProfileSchema,
  type ConnectionProfile,
  type ConnectionProfileChange,
} from "./profile-schemas.ts";
import { readValidBody, validate } from "./validation.ts";

const path = "/api/v2/connection-profiles";

const pathSchema = z.object({
  id: z.string().check(
    z.refine((value) => /^cop_[A-Za-z0-9]{22}$/.test(value), {
      params: { format: "connection-profile-id" },
    }),
  ),
});

/** Listing, reading and updating connection profiles. */
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
}

function findProfile(context: TenantContext, id: string): Checked<ConnectionProfile> {
  const checked = validate("path", pathSchema, { id });
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
