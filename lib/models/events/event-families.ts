import { eventTypes } from "../../events/payloads/event-types.ts";

/** The families of event types, such as `user`, each with its types. */
export const eventFamilies: readonly { name: string; types: readonly string[] }[] = [
  "user",
  "group",
  "organization",
].map((name) => ({
  name,
  types: eventTypes.filter((type) => type.startsWith(`${name}.`)),
}));
