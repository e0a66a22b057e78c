import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../context.ts";
import { addResponseControls } from "./apply-planned-response.ts";
import { refuseControl } from "./control-body.ts";
import { addControlPage } from "./control-page-routes.ts";
import { addEventControls } from "./event-controls.ts";
import { findControlRefusal } from "./guard.ts";
import { addMailboxControls } from "./mailbox-controls.ts";
import { addSettingControls } from "./setting-controls.ts";
import { addStreamControls } from "./stream-controls.ts";
import { addUserControls } from "./user-controls.ts";

const afterSchema = z.optional(z.string().check(z.regex(/^\d{1,15}$/)));

/** The control interface, for tests and people: JSON and a page, loopback only, no part of what the service has. */
export function addControlRoutes(app: TenantApp, context: TenantContext): void {
  for (const path of ["/_control", "/_control/*"]) {
    app.use(path, async (c, next) => {
      const refusal = findControlRefusal(c);
      return refusal === undefined ? await next() : refuseControl(c, 403, refusal);
    });
  }

  app.get("/_control/log", (c) => {
    const after = afterSchema.safeParse(c.req.query("after"));
    if (!after.success) return refuseControl(c, 400, "after must be a sequence number.");
    return c.json({ entries: context.log.list(Number(after.data ?? 0)) });
  });

  addUserControls(app, context);
  addEventControls(app, context);
  addStreamControls(app, context);
  addSettingControls(app, context);
  addMailboxControls(app, context);
  addResponseControls(app, context);
  addControlPage(app, context);

  app.all("/_control/*", (c) => refuseControl(c, 404, "There is no such control."));
}
