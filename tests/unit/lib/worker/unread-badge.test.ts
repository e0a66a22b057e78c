import { describe, expect, test } from "vitest";

import { describeBadge, type BadgeFacts } from "../../../../lib/worker/describe-badge.ts";
import { createUnreadBadge } from "../../../../lib/worker/unread-badge.ts";
import { createClock } from "../management/fakes.ts";
import { nextTurn } from "../messages/next-turn.ts";

function openBadge() {
  const clock = createClock();
  const facts: BadgeFacts = { unread: 0 };
  const shown: { at: number; text: string }[] = [];
  const browser = { isGone: false, showing: Promise.resolve() };
  let reads = 0;
  const badge = createUnreadBadge(
    {
      show: async ({ text }) => {
        if (browser.isGone) throw new Error("No window.");
        shown.push({ at: clock.now(), text });
        await browser.showing;
      },
    },
    clock,
    async () => {
      reads += 1;
      return { ...facts };
    },
  );
  return { clock, facts, shown, browser, badge, reads: () => reads };
}

describe("the badge", () => {
  test("shows the first facts at once", async () => {
    const { clock, facts, shown, badge } = openBadge();
    facts.unread = 3;
    badge.update();
    clock.advance(0);
    await nextTurn();
    expect(shown).toEqual([{ at: clock.now(), text: "3" }]);
  });

  test("is updated within a second, even if the clock was set back", async () => {
    const { clock, facts, shown, badge } = openBadge();
    badge.update();
    clock.advance(0);
    await nextTurn();
    clock.advance(-86_400_000);
    facts.unread = 4;
    badge.update();
    clock.advance(1_000);
    await nextTurn();
    expect(shown.map(({ text }) => text)).toEqual(["", "4"]);
  });

  test("is updated at most once a second, and ends with the last facts", async () => {
    const { clock, facts, shown, badge, reads } = openBadge();
    for (let step = 1; step <= 300; step += 1) {
      facts.unread = step;
      badge.update();
      clock.advance(10);
      await nextTurn();
    }
    clock.advance(1_000);
    await nextTurn();
    const gaps = shown.slice(1).map(({ at }, index) => at - (shown[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    expect(shown.length).toBeLessThanOrEqual(5);
    expect(reads()).toBe(shown.length);
    expect(shown.at(-1)).toMatchObject({ text: "99+" });
    expect(clock.waiting).toBe(0);
  });

  test("shows facts that change during an update after it", async () => {
    const { clock, facts, shown, browser, badge } = openBadge();
    const { promise, resolve } = Promise.withResolvers<void>();
    browser.showing = promise;
    badge.update();
    clock.advance(0);
    await nextTurn();
    facts.unread = 7;
    badge.update();
    badge.update();
    resolve();
    await nextTurn();
    clock.advance(1_000);
    await nextTurn();
    expect(shown.map(({ text }) => text)).toEqual(["", "7"]);
  });

  test("is updated again after a failed update", async () => {
    const { clock, facts, shown, browser, badge } = openBadge();
    browser.isGone = true;
    badge.update();
    clock.advance(0);
    await nextTurn();
    browser.isGone = false;
    facts.unread = 1;
    badge.update();
    clock.advance(1_000);
    await nextTurn();
    expect(shown.map(({ text }) => text)).toEqual(["1"]);
  });
});

describe("the text of the badge", () => {
  test.each([
    { unread: 0, text: "", title: "Tenant Inspector: no unread events" },
    { unread: 1, text: "1", title: "Tenant Inspector: 1 unread event" },
    { unread: 2, text: "2", title: "Tenant Inspector: 2 unread events" },
    { unread: 99, text: "99", title: "Tenant Inspector: 99 unread events" },
    { unread: 100, text: "99+", title: "Tenant Inspector: 100 unread events" },
    { unread: 50_000, text: "99+", title: "Tenant Inspector: 50000 unread events" },
  ])("for $unread unread events is $text", ({ unread, text, title }) => {
    expect(describeBadge({ unread })).toMatchObject({ text, title });
  });

  test.each([
    { unread: 0, text: "!" },
    { unread: 5, text: "5" },
  ])(
    "with a problem beside $unread unread events is $text, and the tooltip names the problem",
    (given) => {
      const badge = describeBadge({ unread: given.unread, trouble: "stream no connection" });
      expect(badge.text).toBe(given.text);
      expect(badge.title).toContain("; stream no connection");
    },
  );

  test("has another colour if there is a problem", () => {
    const quiet = describeBadge({ unread: 5 });
    const troubled = describeBadge({ unread: 5, trouble: "stream no connection" });
    expect(troubled.colour).not.toBe(quiet.colour);
  });
});
