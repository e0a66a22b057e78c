import { describe, expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import { retryWhenFull, type StorageSpace } from "../../../../../lib/events/log/retry-when-full.ts";

/** Creates a space of events, and a write that fails until enough calls of `reclaim`. */
function fill({ events, until }: { events: number; until: number }) {
  const steps: string[] = [];
  let reclaimed = 0;
  let left = events;
  const space: StorageSpace = {
    async deleteOldest(count) {
      if (left === 0) return false;
      steps.push(`delete ${Math.min(count, left)}`);
      left -= Math.min(count, left);
      return true;
    },
    async reclaim() {
      steps.push("reclaim");
      reclaimed += 1;
    },
  };
  const write = async (): Promise<string> => {
    if (reclaimed < until) throw new EventLogError("full");
    return "stored";
  };
  return { space, write, steps };
}

describe("a write that fails because the browser is full", () => {
  test("is retried twice without a deletion, after the browser has measured its usage again", async () => {
    for (const until of [1, 2]) {
      const { space, write, steps } = fill({ events: 10_000, until });
      await expect(retryWhenFull(space, 30, write)).resolves.toBe("stored");
      expect(steps).toEqual(Array.from({ length: until }, () => "reclaim"));
    }
  });

  test.each([
    [1, 500],
    [500, 500],
    [1_200, 1_200],
  ])("with %d events deletes %d at a time, and no more than necessary", async (count, deleted) => {
    const { space, write, steps } = fill({ events: 10_000, until: 4 });
    await expect(retryWhenFull(space, count, write)).resolves.toBe("stored");
    const step = [`delete ${deleted}`, "reclaim"];
    expect(steps).toEqual(["reclaim", "reclaim", ...step, ...step]);
  });

  test("is reported after four deletions without success", async () => {
    const { space, write, steps } = fill({ events: 10_000, until: Infinity });
    await expect(retryWhenFull(space, 1, write)).rejects.toMatchObject({ code: "full" });
    expect(steps.filter((step) => step === "delete 500")).toHaveLength(4);
    expect(steps.filter((step) => step === "reclaim")).toHaveLength(6);
  });

  test("is reported at once if there is no event to delete", async () => {
    const { space, write, steps } = fill({ events: 700, until: Infinity });
    await expect(retryWhenFull(space, 1, write)).rejects.toMatchObject({ code: "full" });
    const freed = ["reclaim", "reclaim", "delete 500", "reclaim", "delete 200", "reclaim"];
    expect(steps).toEqual(freed);
  });

  test("is neither retried nor followed by a deletion if it fails for another reason", async () => {
    const { space, steps } = fill({ events: 10_000, until: 0 });
    const write = () => Promise.reject(new EventLogError("damaged"));
    await expect(retryWhenFull(space, 1, write)).rejects.toMatchObject({ code: "damaged" });
    expect(steps).toEqual([]);
  });
});
