import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { eventTypes, type EventType } from "../../../../tenant/events/event-types.ts";
import { openTenant } from "../open-tenant.ts";
import { readFrames } from "../read-frames.ts";

const text = z.string().check(z.minLength(1));
const tenantId = z.string().check(z.regex(/^ten_[A-Za-z0-9]{16}$/));
const connectionId = z.string().check(z.regex(/^con_[A-Za-z0-9]{16}$/));
const organizationId = z.string().check(z.regex(/^org_[A-Za-z0-9]{16}$/));
/** Base58 omits characters that look alike: 0, O, I and l. */
const groupId = z.string().check(z.regex(/^grp_[1-9A-HJ-NP-Za-km-z]{14,22}$/));
const time = z.iso.datetime();
const groupReference = z.strictObject({
  id: groupId,
  external_id: text,
  type: z.literal("connection"),
  connection_id: connectionId,
});
const group = z.extend(groupReference, { name: text, created_at: time });
const role = z.strictObject({ id: text, name: text });
const organizationReference = z.strictObject({ id: organizationId, name: text });
const bareOrganization = z.strictObject({ id: organizationId });
const connectionReference = z.strictObject({ id: connectionId });
const user = z.looseObject({ user_id: text });

const member = z.strictObject({
  group: groupReference,
  member: z.strictObject({ member_type: z.literal("user"), id: text }),
});
const organization = z.strictObject({
  id: organizationId,
  name: text,
  display_name: text,
  metadata: z.record(z.string(), z.string()),
  branding: z.strictObject({
    logo_url: z.url(),
    colors: z.strictObject({ primary: text, page_background: text }),
  }),
});
const organizationConnection = z.strictObject({
  organization: organizationReference,
  connection: connectionReference,
  assign_membership_on_login: z.boolean(),
  show_as_button: z.boolean(),
  is_signup_enabled: z.boolean(),
});
const organizationMember = z.strictObject({ organization: organizationReference, user });
const organizationMemberRole = z.strictObject({ organization: bareOrganization, user, role });
const account = z.looseObject({
  user_id: text,
  created_at: time,
  updated_at: time,
  email: text,
  email_verified: z.boolean(),
  identities: z.array(
    z.strictObject({ connection: text, user_id: text, provider: text, isSocial: z.boolean() }),
  ),
});

/** The documented `data.object` of each type, written independently of the tenant. */
const payloads = {
  "group.created": group,
  "group.updated": z.extend(group, { updated_at: time }),
  "group.deleted": z.extend(group, { updated_at: time }),
  "group.member.added": member,
  "group.member.deleted": member,
  "group.role.assigned": z.strictObject({ group: groupReference, role, created_at: time }),
  "group.role.deleted": z.strictObject({
    group: groupReference,
    role: z.strictObject({ id: text }),
    deleted_at: time,
  }),
  "organization.created": organization,
  "organization.updated": organization,
  "organization.deleted": z.omit(organization, { branding: true }),
  "organization.connection.added": organizationConnection,
  "organization.connection.updated": organizationConnection,
  "organization.connection.removed": z.strictObject({
    organization: organizationReference,
    connection: connectionReference,
  }),
  "organization.member.added": organizationMember,
  "organization.member.deleted": organizationMember,
  "organization.member.role.assigned": organizationMemberRole,
  "organization.member.role.deleted": organizationMemberRole,
  "organization.group.role.assigned": z.strictObject({
    organization: bareOrganization,
    role,
    group: groupReference,
    created_at: time,
  }),
  "organization.group.role.deleted": z.strictObject({
    organization: bareOrganization,
    role: z.strictObject({ id: text }),
    group: groupReference,
    deleted_at: time,
  }),
  "user.created": account,
  "user.updated": account,
  "user.deleted": z.extend(account, { deleted_at: time }),
} satisfies Record<EventType, z.ZodMiniType>;

const geoSchema = z.strictObject({
  continent_code: text,
  country_code: text,
  country_name: text,
  subdivision_code: text,
  subdivision_name: text,
  city_name: text,
  time_zone: text,
  latitude: z.number(),
  longitude: z.number(),
});

const messageSchema = z.strictObject({
  offset: text,
  event: z.strictObject({
    specversion: z.literal("1.0"),
    type: text,
    source: z.string().check(z.regex(/^urn:auth0:[a-z0-9-]+\.\S+$/)),
    id: z.string().check(z.regex(/^evt_[A-Za-z0-9]{16}$/)),
    time,
    data: z.strictObject({
      object: z.unknown(),
      context: z.strictObject({
        tenant: z.strictObject({ tenant_id: tenantId }),
        client: z.strictObject({ id: text, name: text, metadata: z.strictObject({}) }),
        connection: z.strictObject({ id: connectionId, name: text, strategy: text }),
        request: z.strictObject({
          geo: geoSchema,
          hostname: text,
          ip: text,
          method: text,
          user_agent: text,
          custom_domain: text,
        }),
      }),
    }),
    a0tenant: z.string().check(z.regex(/^[a-z0-9-]{3,63}$/)),
    a0stream: z.string().check(z.regex(/^est_\w+$/)),
    a0purpose: z.literal("test"),
  }),
});

/** Emits one event of a type and reads it from the stream. */
async function streamOne(type: EventType) {
  const open = openTenant();
  const token = await open.getToken("read:events");
  const frames = readFrames(await open.call(token, "GET", "/api/v2/events"));
  await frames.take(2);
  await open.control("POST", "events", { type });
  const frame = await frames.next();
  await frames.cancel();
  return { frame, message: messageSchema.parse(JSON.parse(frame?.data ?? "")) };
}

describe("a generated event", () => {
  test(
    "has the envelope and the whole context",
    {
      tags: [
        "events.message.event",
        "events.object.specversion",
        "events.object.type",
        "events.object.source",
        "events.object.id",
        "events.object.time",
        "events.object.data.object",
        "events.object.context.tenant",
        "events.object.context.client",
        "events.object.context.connection",
        "events.object.context.request",
        "events.object.context.request.geo",
      ],
    },
    async () => {
      const { frame, message } = await streamOne("group.created");
      expect(frame).toMatchObject({ event: "group.created", id: message.offset });
      expect(message.event).toMatchObject({ type: "group.created", data: { object: {} } });
    },
  );

  for (const type of eventTypes) {
    test(
      `of type ${type} has the payload that the service documents`,
      { tags: [`events.type.${type}`] },
      async () => {
        const { frame, message } = await streamOne(type);
        expect(frame?.event).toBe(type);
        expect(message.event.type).toBe(type);
        expect(payloads[type].safeParse(message.event.data.object).error).toBeUndefined();
      },
    );
  }
});
