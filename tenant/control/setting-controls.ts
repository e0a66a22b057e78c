import * as z from "zod/mini";
import type { TenantContext } from "../context.ts";
import { faultChangeSchema, faultNames, type FaultChange } from "../core/faults.ts";
import { limitChangeSchema, type LimitChange } from "../core/limits.ts";
import { clientSettingsSchema } from "../directory/client-change.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import { ControlError, readControlBody } from "./control-body.ts";

const clientChangeSchema = z
  .extend(clientSettingsSchema, {
    id_token_signing_alg: z.exactOptional(z.enum(["RS256", "HS256"])),
  })
  .check(z.refine((change) => Object.keys(change).length > 0));

type ClientChange = z.infer<typeof clientChangeSchema>;

const yearInSeconds = 366 * 24 * 60 * 60;

const clockSchema = z.strictObject({
  skew: z.int().check(z.minimum(-yearInSeconds), z.maximum(yearInSeconds)),
});

/** Adds the controls of faults, limits, the clock, clients, keys and rules, and the reset. */
export function addSettingControls(app: TenantApp, context: TenantContext): void {
  app.get("/_control/faults", (c) => c.json(context.faults.list()));

  app.put("/_control/faults", async (c) => {
    const hint = `Send JSON with true or false for any of: ${faultNames.join(", ")}.`;
    const switches = await readControlBody(c, faultChangeSchema, hint);
    changeFaults(context, switches);
    return c.json(context.faults.list());
  });

  app.get("/_control/limits", (c) => c.json(context.limits));

  app.patch("/_control/limits", async (c) => {
    const names = Object.keys(context.limits).join(", ");
    const hint = `Send JSON with whole numbers for any of: ${names}.`;
    const change = await readControlBody(c, limitChangeSchema, hint);
    changeLimits(context, change);
    return c.json(context.limits);
  });

  app.get("/_control/clock", (c) => c.json(describeClock(context)));

  app.put("/_control/clock", async (c) => {
    const hint = "Send JSON with skew in whole seconds; a negative value sets the clock back.";
    const wanted = await readControlBody(c, clockSchema, hint);
    setSkew(context, wanted.skew);
    return c.json(describeClock(context));
  });

  app.patch("/_control/clients/:id", async (c) => {
    const hint =
      "Send JSON with id_token_signing_alg, RS256 or HS256, or with any of callbacks, web_origins, allowed_logout_urls, grant_types (lists that replace the old ones), cross_origin_authentication (true or false).";
    const change = await readControlBody(c, clientChangeSchema, hint);
    const id = c.req.param("id");
    if (!changeClient(context, id, change)) {
      throw new ControlError(
        404,
        "No client has this ID. Run the tenant with --describe to list the clients.",
      );
    }
    return c.json({ client_id: id, ...change });
  });

  app.post("/_control/keys/rotate", async (c) => c.json({ kid: await rotateKeys(context) }));

  app.get("/_control/rules", (c) => c.json({ rules: context.logins.rules.list() }));

  app.post("/_control/reset", (c) => {
    context.reset();
    context.log.addFact("tenant reset", {});
    return c.json({ reset: true });
  });
}

/** Plants and removes faults by name. */
export function changeFaults(context: TenantContext, switches: FaultChange): void {
  context.faults.change(switches);
  context.log.addFact("faults changed", context.faults.list());
}

/** Changes limits; open streams and the rate limit apply them at once. */
export function changeLimits(context: TenantContext, change: LimitChange): void {
  Object.assign(context.limits, change);
  context.rateLimit.restart();
  context.streams.forEach((stream) => stream.check());
  context.log.addFact("limits changed", { ...change });
}

/** Sets the offset of the tenant's clock from the real one, in seconds. */
export function setSkew(context: TenantContext, seconds: number): void {
  context.clock.setSkew(seconds * 1000);
  context.rateLimit.restart();
  context.streams.forEach((stream) => stream.check());
  context.log.addFact("clock moved", { skew: seconds });
}

function describeClock(context: TenantContext): { skew: number; time: string } {
  return { skew: context.clock.skew / 1000, time: new Date(context.now()).toISOString() };
}

/**
 * Changes settings of a client, such as the signing algorithm of its new ID tokens; false for an
 * unknown client.
 */
export function changeClient(context: TenantContext, id: string, change: ClientChange): boolean {
  const client = context.clients.get(id);
  if (client === undefined) return false;
  context.clients.set(id, { ...client, ...change });
  context.log.addFact("client changed", { client_id: id, ...change });
  return true;
}

/** Creates a new signing key and returns its id. The previous key still verifies. */
export async function rotateKeys(context: TenantContext): Promise<string> {
  const { kid } = await context.keys.rotate();
  context.log.addFact("keys rotated", { kid });
  return kid;
}
