import * as z from "zod/mini";

import { dateTime, text } from "./payload-fields.ts";

const named = { id: z.string(), external_id: text };

/** The owner of a group: a connection, an organization or the tenant. Each has its own fields. */
const owners = {
  connection: { type: z.literal("connection"), connection_id: z.string() },
  organization: { type: z.literal("organization"), organization_id: z.string() },
  tenant: { type: z.literal("tenant") },
};

/** Creates the schema of a reference to a group with additional fields. */
function groupWith<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.discriminatedUnion("type", [
    z.object({ ...named, ...owners.connection, ...shape }),
    z.object({ ...named, ...owners.organization, ...shape }),
    z.object({ ...named, ...owners.tenant, ...shape }),
  ]);
}

export const groupReference = groupWith({});
export const role = z.object({ id: z.string(), name: z.string() });
/** A removed role. The service may omit its name. */
export const removedRole = z.object({ id: z.string(), name: text });

const changed = groupWith({ name: z.string(), created_at: dateTime, updated_at: dateTime });
const member = z.object({
  group: groupReference,
  member: z.discriminatedUnion("member_type", [
    z.object({ member_type: z.literal("user"), id: z.string() }),
    z.object({
      member_type: z.literal("connection"),
      id: z.string(),
      type: z.string(),
      connection_id: z.string(),
    }),
  ]),
});

/** `data.object` of the types about groups. */
export const groupObjects = {
  "group.created": groupWith({ name: z.string(), created_at: dateTime }),
  "group.updated": changed,
  "group.deleted": changed,
  "group.member.added": member,
  "group.member.deleted": member,
  "group.role.assigned": z.object({ group: groupReference, role, created_at: dateTime }),
  "group.role.deleted": z.object({
    group: groupReference,
    role: removedRole,
    deleted_at: dateTime,
  }),
};
