import * as z from "zod/mini";

/**
 * When the stream is connected. A choice, because a tenant's plan allows only a few connections.
 */
const streamModes = ["always", "while-open", "paused"] as const;
export type StreamMode = (typeof streamModes)[number];

/**
 * The effect of a new event: `badge` counts it on the badge, `notify` also shows a notification,
 * `quiet` does neither.
 */
const eventRules = ["badge", "notify", "quiet"] as const;
const eventRuleSchema = z.enum(eventRules);
export type EventRule = z.infer<typeof eventRuleSchema>;

const eventTypeSchema = z.string().check(z.minLength(1), z.maxLength(100));
const timeOfDaySchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));

/** The user's preferences for the event stream of one tenant. */
export const streamPreferencesSchema = z.object({
  mode: z.enum(streamModes),
  /**
   * The types to request, as repeated `event_type` parameters. An empty list requests all types.
   */
  eventTypes: z.array(eventTypeSchema).check(z.maxLength(100)),
  /** The rule for types without a rule of their own. */
  defaultRule: eventRuleSchema,
  rules: z.record(eventTypeSchema, eventRuleSchema),
  /**
   * The local times between which no notification is shown; can span midnight. The badge still
   * counts events.
   */
  quietHours: z.optional(z.object({ from: timeOfDaySchema, to: timeOfDaySchema })),
  /** The limits of the log: a number of events, and their age in days. */
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

/** Returns the rule for an event type. */
export function ruleFor(preferences: StreamPreferences, type: string): EventRule {
  return Object.hasOwn(preferences.rules, type)
    ? (preferences.rules[type] ?? preferences.defaultRule)
    : preferences.defaultRule;
}
