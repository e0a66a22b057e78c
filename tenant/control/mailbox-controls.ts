import * as z from "zod/mini";
import type { AuthenticationState } from "../authentication/authentication-context.ts";
import type { TenantApp } from "../http/tenant-app.ts";
import { ControlError } from "./control-body.ts";

const addressSchema = z.optional(z.string().check(z.minLength(1), z.maxLength(320)));

/** Adds the controls that list and delete the sent emails and text messages. */
export function addMailboxControls(
  app: TenantApp,
  { mailbox }: Pick<AuthenticationState, "mailbox">,
): void {
  app.get("/_control/mailbox", (c) => {
    const to = addressSchema.safeParse(c.req.query("to"));
    if (!to.success) {
      throw new ControlError(400, "to must be an email address or a phone number.");
    }
    return c.json({ messages: mailbox.list(to.data) });
  });

  app.delete("/_control/mailbox", (c) => {
    mailbox.clear();
    return c.json({ messages: [] });
  });
}
