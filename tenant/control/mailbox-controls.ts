import * as z from "zod/mini";
import type { TenantApp, TenantContext } from "../context.ts";
import { refuseControl } from "./control-body.ts";

const addressSchema = z.optional(z.string().check(z.minLength(1), z.maxLength(320)));

/** What the tenant has sent by e-mail and text message, and emptying it. */
export function addMailboxControls(app: TenantApp, context: TenantContext): void {
  app.get("/_control/mailbox", (c) => {
    const to = addressSchema.safeParse(c.req.query("to"));
    if (!to.success) return refuseControl(c, 400, "to must be an e-mail address or phone number.");
    return c.json({ messages: context.mailbox.list(to.data) });
  });

  app.delete("/_control/mailbox", (c) => {
    context.mailbox.clear();
    return c.json({ messages: [] });
  });
}
