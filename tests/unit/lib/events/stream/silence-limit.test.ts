import { describe, expect, test } from "vitest";
import { createSilenceLimit } from "../../../../../lib/events/stream/silence-limit.ts";
import { createSilenceStore } from "../subscription-harness.ts";

const silent = { heardForMs: 0, isSilent: true };

test("is 90 s for a tenant of which nothing is known, and for an unreadable record", async () => {
  expect(await createSilenceLimit(createSilenceStore()).read()).toBe(90_000);
  const unreadable = createSilenceStore({ longestMs: -1, cuts: "many" });
  expect(await createSilenceLimit(unreadable).read()).toBe(90_000);
});

test("doubles after each stream that was cut before it proved its interval, up to 15 minutes", async () => {
  const limit = createSilenceLimit(createSilenceStore());
  const limits: number[] = [];
  for (let cut = 0; cut < 6; cut += 1) {
    limits.push(await limit.read());
    await limit.noteEnd(silent);
  }
  expect(limits).toEqual([90_000, 180_000, 360_000, 720_000, 900_000, 900_000]);
});

test("is one and a half times the longest silence that a byte ended, also in the next worker", async () => {
  const store = createSilenceStore();
  const limit = createSilenceLimit(store);
  await limit.noteEnd(silent);
  await limit.noteGap(120_000);
  await limit.noteGap(30_000);
  for (const each of [limit, createSilenceLimit(store)]) expect(await each.read()).toBe(180_000);
  await limit.noteGap(899_000);
  expect(await limit.read()).toBe(900_000);
});

test("stores nothing for the short silences that most tenants have", async () => {
  const store = createSilenceStore();
  await createSilenceLimit(store).noteGap(15_000);
  expect(store.text).toBeUndefined();
});

describe("a stream that sent for the time of the limit, without a longer silence", () => {
  test.each([true, false])("ends the doubling (silent at its end: %s)", async (isSilent) => {
    const limit = createSilenceLimit(createSilenceStore());
    await limit.noteEnd(silent);
    await limit.noteEnd({ heardForMs: 90_000, isSilent });
    expect(await limit.read()).toBe(90_000);
  });

  test("is no stream that ended sooner", async () => {
    const limit = createSilenceLimit(createSilenceStore());
    await limit.noteEnd(silent);
    await limit.noteEnd({ heardForMs: 89_999, isSilent: false });
    expect(await limit.read()).toBe(180_000);
  });
});

describe("a stream that begins with events", () => {
  test("proves that the stream before, which was cut, had lost them, also to the next worker: the limit stays", async () => {
    const store = createSilenceStore();
    for (let cut = 0; cut < 5; cut += 1) {
      await createSilenceLimit(store).noteEnd(silent);
      const next = createSilenceLimit(store);
      await next.noteMissed();
      await next.noteMissed();
      expect(await next.read()).toBe(90_000);
    }
  });

  test("does not prove it of an earlier cut", async () => {
    const limit = createSilenceLimit(createSilenceStore());
    await limit.noteEnd(silent);
    await limit.noteEnd({ heardForMs: 0, isSilent: false });
    await limit.noteMissed();
    expect(await limit.read()).toBe(180_000);
  });
});

test("forgets what it learned", async () => {
  const store = createSilenceStore();
  const limit = createSilenceLimit(store);
  await limit.noteGap(200_000);
  await limit.forget();
  expect(store.text).toBeUndefined();
  expect(await limit.read()).toBe(90_000);
});
