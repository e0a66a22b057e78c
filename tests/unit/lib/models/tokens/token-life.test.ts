import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";
import { describeLife } from "../../../../../lib/models/tokens/token-life.ts";

const now = Date.parse("2026-11-21T09:00:00Z");
/** NumericDate of a time this many seconds from now. */
const at = (seconds: number) => now / 1000 + seconds;

test.each<[string, JsonObject, string]>([
  [
    "within its life",
    { iat: at(-60), exp: at(7_140) },
    "Expires in 1 h 59 min. Its whole life is 2 h.",
  ],
  ["without iat and nbf", { exp: at(90) }, "Expires in 1 min 30 s."],
  ["just expired", { iat: at(-60), exp: at(0) }, "Expired just now after 1 min."],
  [
    "expired within the leeway",
    { exp: at(-30) },
    "Expired 30 s ago. The library tolerates this: its leeway is 60 s.",
  ],
  ["expired", { iat: at(-7_261), exp: at(-61) }, "Expired 1 min 1 s ago after 2 h."],
  ["without exp", { iat: at(-60) }, "The token never expires: it has no exp."],
  [
    "with nbf in the future",
    { iat: at(-60), nbf: at(300), exp: at(900) },
    "Not accepted yet: nbf is in 5 min.",
  ],
  [
    "with iat in the future",
    { iat: at(300), exp: at(900) },
    "Issued in the future: iat is in 5 min.",
  ],
  [
    "with exp before iat",
    { iat: at(0), exp: at(-3_600) },
    "The token is never accepted: exp is 1 h before iat.",
  ],
  [
    "with exp before nbf",
    { iat: at(-60), nbf: at(3_600), exp: at(60) },
    "The token is never accepted: exp is 59 min before nbf.",
  ],
  [
    "with equal times",
    { iat: at(0), nbf: at(0), exp: at(0) },
    "The token is never accepted: exp equals nbf.",
  ],
])("describes the life of a token %s", (_, payload, state) => {
  const life = describeLife(payload, now);
  expect(life?.state.startsWith(state), life?.state).toBe(true);
});

test.each<[JsonObject]>([[{}], [{ exp: "soon" }], [{ iat: null }], [{ exp: 1e300 }]])(
  "describes nothing for the times of %j",
  (payload) => {
    expect(describeLife(payload, now)).toBeUndefined();
  },
);

describe("the bar", () => {
  test("has its marks in the order of time, and says so in words", () => {
    const life = describeLife({ exp: at(3_600), nbf: at(-60), iat: at(-120) }, now);
    expect(life?.marks.map(({ name }) => name)).toEqual(["iat", "nbf", "now", "exp"]);
    expect(life?.text).toBe(
      "Expires in 1 h. Its whole life is 1 h 1 min. In order: iat 2 min ago, nbf 1 min ago, now, exp in 1 h.",
    );
  });

  test("shows the leeway after exp", () => {
    const life = describeLife({ iat: at(-60), exp: at(60) }, now);
    expect(life?.leeway?.from).toBe(life?.accepted?.to);
    expect(life?.leeway?.to).toBeGreaterThan(life?.leeway?.from ?? 0);
  });

  test("has no accepted part if exp is not after its start, and an open one without exp", () => {
    expect(describeLife({ iat: at(60), exp: at(0) }, now)?.accepted).toBeUndefined();
    expect(describeLife({ iat: at(-60) }, now)?.accepted?.to).toBe(100);
  });

  test("keeps the distances of the claims visible if the current time is far away", () => {
    const life = describeLife({ iat: 0, nbf: 1_800, exp: 3_600 }, now);
    const [iat, nbf, exp, last] = life?.marks ?? [];
    expect(last).toMatchObject({ name: "now", position: 99 });
    expect((nbf?.position ?? 0) - (iat?.position ?? 0)).toBeGreaterThan(30);
    expect((exp?.position ?? 0) - (nbf?.position ?? 0)).toBeGreaterThan(30);
  });

  test.each<[JsonObject]>([
    [{ iat: at(0) }],
    [{ iat: at(0), nbf: at(0), exp: at(0) }],
    [{ iat: -8.64e12, exp: 8.64e12 }],
    [{ iat: at(0), exp: 8.64e15 }],
    [{ iat: at(1e9), exp: at(1e9 + 60) }],
    [{ exp: 0 }],
  ])("keeps all marks of %j within its width, and labels apart", (payload) => {
    const { marks = [], accepted } = describeLife(payload, now) ?? {};
    for (const { position } of marks) {
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThanOrEqual(100);
    }
    const { from, to } = accepted ?? { from: 0, to: 0 };
    expect(to).toBeGreaterThanOrEqual(from);
    const places = marks.map(({ position, lane }) => `${Math.round(position)} ${lane}`);
    expect(new Set(places).size).toBe(marks.length);
  });
});
