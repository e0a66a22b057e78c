import { isObject } from "./is-object.ts";
import type { TenantEvent } from "./tenant-event.ts";

/** The fields with a name that people recognize, best first. */
const subjectNames = ["email", "display_name", "name", "username", "phone_number", "user_id", "id"];
/** The parties of a membership or an assignment: the member comes before its container. */
const parties = ["user", "member", "group", "organization"];
/** The parties whose ids together identify a membership or an assignment. */
const identifyingObjects = ["organization", "group", "connection", "user", "member", "role"];
const maxKey = 300;

/**
 * Returns the name of the subject of an event, such as the email address of a user.
 *
 * @returns an empty string if the payload has no name
 */
export function findSubject(event: TenantEvent): string {
  const object = readObject(event);
  for (const candidate of [object, ...parties.map((party) => asObject(object[party]))]) {
    for (const key of subjectNames) {
      const value = candidate[key];
      if (typeof value === "string" && value !== "") return value.slice(0, 200);
    }
  }
  return "";
}

/**
 * Returns a key for the subject of an event. All events about one user, from `user.created` to
 * `user.deleted`, have the same key, and so have those about one membership. Payloads with the same
 * key have the same shape, so they can be compared.
 *
 * @returns undefined if the payload has no id
 */
export function identifySubject(event: Pick<TenantEvent, "type" | "envelope">): string | undefined {
  const object = readObject(event);
  const own = readId(object);
  const ids =
    own === undefined ? identifyingObjects.map((party) => readId(asObject(object[party]))) : [own];
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0) return undefined;
  const family = event.type.split(".").slice(0, -1).join(".");
  const key = `${family}:${known.join("/")}`;
  return key.length > maxKey ? undefined : key;
}

function readObject({ envelope }: Pick<TenantEvent, "envelope">): Record<string, unknown> {
  return asObject(asObject(envelope["data"])["object"]);
}

function readId(object: Record<string, unknown>): string | undefined {
  const id = object["user_id"] ?? object["id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

// Without a schema, which would copy each object to read one field, 200 times for each list.
function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
