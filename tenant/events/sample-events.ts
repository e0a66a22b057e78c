import type { RandomSource } from "../core/random.ts";
import { describeUserProfile } from "../directory/user-profile.ts";
import { createUser, databaseConnection } from "../directory/users.ts";
import type { NewEvent } from "./event-log.ts";
import type { EventType } from "./event-types.ts";

type Payload = Record<string, unknown>;

/** The random source and the time of a sample object. */
interface SampleSource {
  random: RandomSource;
  /** ISO 8601. */
  time: string;
}

/** The `data.object` of every type, with all fields that the service documents. */
const samples: Record<EventType, (source: SampleSource) => Payload> = {
  "group.created": (source) => describeGroup(source),
  "group.updated": (source) => ({ ...describeGroup(source), updated_at: source.time }),
  "group.deleted": (source) => ({ ...describeGroup(source), updated_at: source.time }),
  "group.member.added": describeGroupMember,
  "group.member.deleted": describeGroupMember,
  "group.role.assigned": (source) => ({
    group: referToGroup(source),
    role: describeRole(source),
    created_at: source.time,
  }),
  "group.role.deleted": (source) => ({
    group: referToGroup(source),
    role: { id: describeRole(source)["id"] },
    deleted_at: source.time,
  }),
  "organization.created": describeOrganization,
  "organization.updated": describeOrganization,
  "organization.deleted": (source) => {
    const { branding: _branding, ...organization } = describeOrganization(source);
    return organization;
  },
  "organization.connection.added": describeOrganizationConnection,
  "organization.connection.updated": describeOrganizationConnection,
  "organization.connection.removed": (source) => ({
    organization: referToOrganization(source),
    connection: { id: databaseConnection.id },
  }),
  "organization.member.added": describeOrganizationMember,
  "organization.member.deleted": describeOrganizationMember,
  "organization.member.role.assigned": describeOrganizationMemberRole,
  "organization.member.role.deleted": describeOrganizationMemberRole,
  "organization.group.role.assigned": (source) => ({
    organization: { id: createOrganizationId(source) },
    role: describeRole(source),
    group: referToGroup(source),
    created_at: source.time,
  }),
  "organization.group.role.deleted": (source) => ({
    organization: { id: createOrganizationId(source) },
    role: { id: describeRole(source)["id"] },
    group: referToGroup(source),
    deleted_at: source.time,
  }),
  "user.created": describeSampleUser,
  "user.updated": describeSampleUser,
  "user.deleted": (source) => ({ ...describeSampleUser(source), deleted_at: source.time }),
};

/** Creates a sample event of a type, marked as a test; `time` is ISO 8601. */
export function createSampleEvent(type: EventType, random: RandomSource, time: string): NewEvent {
  const object = samples[type]({ random, time });
  return { type, isTest: true, object, context: sampleContext };
}

/**
 * The origin of a sample change. The address is reserved for documentation (RFC 5737). The city has
 * a letter of two bytes, so that every sample tests a reader that joins chunks.
 */
const sampleContext = {
  client: { id: "demo-management", name: "Demo management client", metadata: {} },
  connection: databaseConnection,
  request: {
    geo: {
      continent_code: "EU",
      country_code: "PT",
      country_name: "Portugal",
      subdivision_code: "07",
      subdivision_name: "Évora",
      city_name: "Évora",
      time_zone: "Europe/Lisbon",
      latitude: 38.57,
      longitude: -7.91,
    },
    hostname: "localhost",
    ip: "192.0.2.44",
    method: "POST",
    user_agent: "sample-directory-sync/1.0",
    custom_domain: "login.example.com",
  },
};

function referToGroup({ random }: SampleSource): Payload {
  return {
    id: `grp_${random.base58(22)}`,
    external_id: random.text(12),
    type: "connection",
    connection_id: "con_SampleDirectory1",
  };
}

function describeGroup(source: SampleSource): Payload {
  return { ...referToGroup(source), name: "Sample group", created_at: source.time };
}

function describeGroupMember(source: SampleSource): Payload {
  const id = `auth0|${source.random.text(24).toLowerCase()}`;
  return { group: referToGroup(source), member: { member_type: "user", id } };
}

function describeRole({ random }: SampleSource): Payload {
  return { id: `rol_${random.text(16)}`, name: "Sample role" };
}

function createOrganizationId({ random }: SampleSource): string {
  return `org_${random.text(16)}`;
}

function referToOrganization(source: SampleSource): Payload {
  return {
    id: createOrganizationId(source),
    name: `team-${source.random.text(6).toLowerCase()}`,
  };
}

function describeOrganization(source: SampleSource): Payload {
  return {
    ...referToOrganization(source),
    display_name: "Sample team",
    metadata: { plan: "trial" },
    branding: {
      logo_url: "https://pictures.tenant.example/team.png",
      colors: { primary: "#2456c9", page_background: "#ffffff" },
    },
  };
}

function describeOrganizationConnection(source: SampleSource): Payload {
  return {
    organization: referToOrganization(source),
    connection: { id: databaseConnection.id },
    assign_membership_on_login: true,
    show_as_button: true,
    is_signup_enabled: false,
  };
}

function describeOrganizationMember(source: SampleSource): Payload {
  const { user_id: id, email, name } = describeSampleUser(source);
  return { organization: referToOrganization(source), user: { user_id: id, email, name } };
}

function describeOrganizationMemberRole(source: SampleSource): Payload {
  const { user } = describeOrganizationMember(source);
  return {
    organization: { id: createOrganizationId(source) },
    user,
    role: describeRole(source),
  };
}

function describeSampleUser({ random, time }: SampleSource): Payload {
  const email = `sample-${random.text(8).toLowerCase()}@example.com`;
  const user = createUser({ email, password: random.text(20) }, random, time);
  return { ...describeUserProfile(user), logins_count: 1, last_login: time, last_ip: "192.0.2.44" };
}
