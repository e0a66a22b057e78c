import { expect, test } from "vitest";

import {
  describeState,
  describeStreamUse,
  hasTrouble,
} from "../../../../../lib/events/stream/describe-state.ts";
import type {
  ParkReason,
  StopReason,
  SubscriptionState,
  WaitReason,
} from "../../../../../lib/events/stream/subscription-state.ts";

const waiting = (why: WaitReason): SubscriptionState => ({
  name: "waiting",
  since: 0,
  until: 8_000,
  why,
  message: "",
});
const stopped = (why: StopReason) => ({
  name: "stopped" as const,
  since: 0,
  why,
  message: "",
});
const listening = (lastHeardAt: number): SubscriptionState => ({
  name: "listening",
  since: 0,
  lastHeardAt,
  resume: "now",
});

const parked = (why: ParkReason): SubscriptionState => ({
  name: "parked",
  since: 0,
  why,
  message: "",
});

test.each([
  [parked("no-window"), 0, "waiting until a window opens", false],
  [parked("other-connection"), 0, "waiting until another connection closes", false],
  [{ name: "connecting", since: 0, resume: "now" } as const, 5_000, "connecting", false],
  [listening(3_000), 15_400, "listening, 12 s", false],
  [listening(20_000), 15_000, "listening, 0 s", false],
  [listening(0), 180_000, "listening, 3 min", false],
  [waiting("rotation"), 0, "reconnecting", false],
  [waiting("network"), 1_000, "no connection, retry in 7 s", true],
  [waiting("too-many-streams"), 8_000, "maybe all streams in use, retry in 0 s", true],
  [stopped("not-started"), 0, "off", false],
  [stopped("asked"), 0, "paused", false],
  [stopped("insufficient-scope"), 0, "stopped: scope read:events missing", true],
  [stopped("no-permission"), 0, "stopped: no host permission", true],
  [
    { ...stopped("refused"), until: 900_000 },
    60_000,
    "stopped: no event stream found, retry in 14 min",
    true,
  ],
])("describes %o at %i ms as %s", (state, now, words, isTrouble) => {
  expect(describeState(state, now)).toBe(words);
  expect(hasTrouble(state)).toBe(isTrouble);
});

test("counts a connected or rotating subscription as one of the plan's streams", () => {
  const used = "uses 1 of your plan's streams";
  const told = [
    listening(0),
    waiting("rotation"),
    waiting("network"),
    parked("no-window"),
    stopped("asked"),
  ];
  expect(told.map(describeStreamUse)).toEqual([used, used, undefined, undefined, undefined]);
});
