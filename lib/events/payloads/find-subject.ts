import { isObject } from "./is-object.ts";
import type { TenantEvent } from "./tenant-event.ts";

/** What a person knows a thing by, best first. */
const NAMES = ["email", "display_name", "name", "username", "phone_number", "user_id", "id"];
/** Whom a membership or an assignment is about, before what it is in. */
const PARTIES = ["user", "member", "group", "organization"];
/** Who takes part in a membership or an assignment: together they say which one it is. */
const IDENTIFYING = ["organization", "group", "connection", "user", "member", "role"];
const MAX_KEY = 300;

/**
 * Whom or what an event is about, in the words a person knows it by.
 *
 * @returns an empty string when the payload does not say
 */
export function findSubject(event: TenantEvent): string {
  const object = readObject(event);
  for (const candidate of [object, ...PARTIES.map((party) => asObject(object[party]))]) {
    for (const key of NAMES) {
      const value = candidate[key];
      if (typeof value === "string" && value !== "") return value.slice(0, 200);
    }
  }
  return "";
}

/**
 * A name for what an event is about, the same for each event about it: what happens to one user,
 * `user.created` to `user.deleted`, or to one membership. Events of one name carry payloads of one
 * shape, so that they can be compared.
 *
 * @returns undefined when the payload does not say
 */
export function identifySubject(event: Pick<TenantEvent, "type" | "envelope">): string | undefined {
  const object = readObject(event);
  const own = readId(object);
  const ids =
    own === undefined ? IDENTIFYING.map((party) => readId(asObject(object[party]))) : [own];
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0) return undefined;
  const family = event.type.split(".").slice(0, -1).join(".");
  const key = `${family}:${known.join("/")}`;
  return key.length > MAX_KEY ? undefined : key;
}

function readObject({ envelope }: Pick<TenantEvent, "envelope">): Record<string, unknown> {
  return asObject(asObject(envelope["data"])["object"]);
}

function readId(object: Record<string, unknown>): string | undefined {
  const id = object["user_id"] ?? object["id"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

// A schema would copy each object for the sake of one field, two hundred times before the first line of a list is drawn.
function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
