import * as z from "zod/mini";

import { groupReference, removedRole, role } from "./group-payloads.ts";
import { dateTime, flag, openObject, text } from "./payload-fields.ts";

const reference = z.object({ id: z.string(), name: text });
const connection = z.object({ id: z.string() });
const user = z.object({ user_id: z.string() });

const colors = z.object({ primary: text, page_background: text });
const deleted = z.object({ id: z.string(), name: text, display_name: text, metadata: openObject });
const organization = z.object({
  ...deleted.shape,
  branding: z.nullish(z.object({ logo_url: text, colors: z.nullish(colors) })),
});
const connected = z.object({
  organization: reference,
  connection,
  assign_membership_on_login: flag,
  show_as_button: flag,
  is_signup_enabled: flag,
});
const member = z.object({ organization: reference, user });
const memberRole = z.object({ organization: reference, user, role });

/** `data.object` of the types about organizations. */
export const organizationObjects = {
  "organization.created": organization,
  "organization.updated": organization,
  "organization.deleted": deleted,
  "organization.connection.added": connected,
  "organization.connection.updated": connected,
  "organization.connection.removed": z.object({ organization: reference, connection }),
  "organization.member.added": member,
  "organization.member.deleted": member,
  "organization.member.role.assigned": memberRole,
  "organization.member.role.deleted": memberRole,
  "organization.group.role.assigned": z.object({
    organization: reference,
    role,
    group: groupReference,
    created_at: dateTime,
  }),
  "organization.group.role.deleted": z.object({
    organization: reference,
    role: removedRole,
    group: groupReference,
    deleted_at: dateTime,
  }),
};
