import * as z from "zod/mini";

/** When the worker keeps a connection open: each takes one of the few streams that a plan allows. */
export const streamModes = ["always", "while-open", "paused"] as const;
export type StreamMode = (typeof streamModes)[number];

/** What a new event does: count on the badge, show a notification besides, or neither. */
const eventRules = ["badge", "notify", "quiet"] as const;
const eventRuleSchema = z.enum(eventRules);
export type EventRule = z.infer<typeof eventRuleSchema>;

const eventTypeSchema = z.string().check(z.minLength(1), z.maxLength(100));
const timeOfDaySchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

/** How the user wants one tenant's event stream to be followed. */
export const streamPreferencesSchema = z.object({
  mode: z.enum(streamModes),
  /** Sent as repeated `event_type`; none means all types. */
  eventTypes: z.array(eventTypeSchema).check(z.maxLength(100)),
  /** For types that no rule names. */
  defaultRule: eventRuleSchema,
  rules: z.record(eventTypeSchema, eventRuleSchema),
  /** Local times between which nothing notifies; may span midnight. The badge counts on. */
  quietHours: z.optional(z.object({ from: timeOfDaySchema, to: timeOfDaySchema })),
  /** What is kept: the newest events, and none older than so many days. */
  keep: z.object({
    events: z.int().check(z.minimum(100), z.maximum(1_000_000)),
    days: z.int().check(z.minimum(1), z.maximum(3650)),
  }),
});
export type StreamPreferences = z.infer<typeof streamPreferencesSchema>;

export const defaultStreamPreferences: StreamPreferences = {
  mode: "always",
  eventTypes: [],
  defaultRule: "badge",
  rules: {},
  keep: { events: 50_000, days: 30 },
};

/** What an event of a type is to do. */
export function ruleFor(preferences: StreamPreferences, type: string): EventRule {
  return Object.hasOwn(preferences.rules, type)
    ? (preferences.rules[type] ?? preferences.defaultRule)
    : preferences.defaultRule;
}
