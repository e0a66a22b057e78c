import { expect, test } from "vitest";

import {
  defaultStreamPreferences,
  ruleFor,
  streamPreferencesSchema,
} from "../../../../lib/messages/stream-preferences.ts";

const preferences = { ...defaultStreamPreferences, rules: { "user.created": "notify" } } as const;

test("a type follows its own rule, and any other type follows the default", () => {
  expect(ruleFor(preferences, "user.created")).toBe("notify");
  expect(ruleFor(preferences, "user.deleted")).toBe("badge");
  expect(ruleFor({ ...preferences, defaultRule: "quiet" }, "constructor")).toBe("quiet");
});

test.each([
  { mode: "sometimes" },
  { eventTypes: [""] },
  { rules: { "user.created": "shout" } },
  { quietHours: { from: "24:00", to: "07:00" } },
  { quietHours: { from: "22:00" } },
  { keep: { events: 99, days: 30 } },
  { keep: { events: 50_000, days: 0 } },
])("preferences with %j are rejected", (change) => {
  const given = { ...defaultStreamPreferences, ...change };
  expect(streamPreferencesSchema.safeParse(given).success).toBe(false);
});

test("quiet hours may span midnight", () => {
  const quietHours = { from: "22:00", to: "06:30" };
  const given = { ...defaultStreamPreferences, quietHours };
  expect(streamPreferencesSchema.parse(given)).toEqual(given);
});
