import * as z from "zod/mini";
import type { TenantContext } from "../context.ts";
import { describeTenant } from "../description.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import { addResponseControls } from "./apply-planned-response.ts";
import { ControlError } from "./control-body.ts";
import { addControlPage } from "./control-page-routes.ts";
import { addEventControls } from "./event-controls.ts";
import { requireControlCaller } from "./guard.ts";
import { addMailboxControls } from "./mailbox-controls.ts";
import { addSettingControls } from "./setting-controls.ts";
import { addStreamControls } from "./stream-controls.ts";
import { addUserControls } from "./user-controls.ts";

const afterSchema = z.optional(z.string().check(z.regex(/^\d{1,15}$/)));

/**
 * Adds the control interface, which the service does not have: JSON for tests, a page for people.
 * The interface responds only at its own hosts.
 */
export function addControlRoutes(app: TenantApp, context: TenantContext): void {
  for (const path of ["/_control", "/_control/*"]) {
    app.use(path, async (c, next) => {
      requireControlCaller(c, context.controlHosts);
      await next();
    });
  }

  app.get("/_control/description", (c) => c.json(describeTenant(context, context.demoOrigins)));

  app.get("/_control/log", (c) => {
    const after = afterSchema.safeParse(c.req.query("after"));
    if (!after.success) throw new ControlError(400, "after must be a sequence number.");
    return c.json({ entries: context.log.list(Number(after.data ?? 0)) });
  });

  addUserControls(app, context);
  addEventControls(app, context);
  addStreamControls(app, context);
  addSettingControls(app, context);
  addMailboxControls(app, context);
  addResponseControls(app, context);
  addControlPage(app, context);

  app.all("/_control/*", () => {
    throw new ControlError(404, "No control has this method and path. Check both.");
  });
}
