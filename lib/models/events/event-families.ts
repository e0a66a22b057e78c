import { EVENT_TYPES } from "../../events/payloads/event-types.ts";

/** The kinds of things that events are about, each with the types of its events. */
export const eventFamilies: readonly { name: string; types: readonly string[] }[] = [
  "user",
  "group",
  "organization",
].map((name) => ({
  name,
  types: EVENT_TYPES.filter((type) => type.startsWith(`${name}.`)),
}));
