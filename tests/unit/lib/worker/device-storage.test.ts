import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { createDeviceStorage } from "../../../../lib/worker/device-storage.ts";
import { createMemoryArea, type StorageStep } from "./memory-area.ts";

const settings = { tenants: ["one", "two"] };
const envelopes = { one: "ENVELOPE-ONE", two: "ENVELOPE-TWO" };

/** Opens storage with settings and two remembered credentials; `erase` erases the first one. */
function openStorage() {
  const local = createMemoryArea();
  local.values.set("settings", JSON.stringify(settings));
  local.values.set("sealedCredentials", JSON.stringify(envelopes));
  const rawSealed = local.item("sealedCredentials", (value) =>
    z.record(z.string(), z.string()).parse(value),
  );
  /** Starts a worker. */
  const start = () => {
    const device = createDeviceStorage(local.ports);
    const sealed = device.guard(rawSealed);
    const item = device.guard(local.item("settings", (value) => value));
    const erase = () => device.erase(() => sealed.write({ two: envelopes.two }));
    return { device, sealed, item, erase };
  };
  const content = () =>
    Object.fromEntries([...local.values].map(([key, text]) => [key, JSON.parse(text)]));
  return { local, start, content };
}

/** Ends the browser at a step: the step never settles. */
function endAt(local: ReturnType<typeof createMemoryArea>, place: number): Promise<void> {
  const reached = Promise.withResolvers<void>();
  local.before = (_step, begun) => {
    if (begun !== place) return undefined;
    reached.resolve();
    return new Promise(() => undefined);
  };
  return reached.promise;
}

async function listSteps(): Promise<StorageStep[]> {
  const { local, start } = openStorage();
  await start().erase();
  return local.steps;
}

describe("an erasure", () => {
  test("clears the area once, writes the remaining values back, and leaves no backup", async () => {
    const { local, start, content } = openStorage();
    await start().erase();
    expect(local.steps.filter((step) => step === "area.clear")).toHaveLength(1);
    expect(content()).toEqual({ settings, sealedCredentials: { two: envelopes.two } });
    expect(local.aside).toBeUndefined();
  });

  test("backs up only settings, at every step", async () => {
    const { local, start } = openStorage();
    const seen: (string | undefined)[] = [];
    local.before = () => void seen.push(local.aside);
    await start().erase();
    const written = seen.filter((text) => text !== undefined);
    expect(written.length).toBeGreaterThan(0);
    for (const text of written) expect(JSON.parse(text)).toEqual({ settings });
  });

  test("delays reads and writes while the area is empty", async () => {
    const { local, start, content } = openStorage();
    const { erase, item, sealed } = start();
    const cleared = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    local.before = (step) => {
      if (step !== "area.write" || !local.steps.includes("area.clear")) return undefined;
      cleared.resolve();
      return held.promise;
    };
    const erasing = erase();
    await cleared.promise;
    let hasRead = false;
    const reading = item.read().finally(() => {
      hasRead = true;
    });
    const writing = sealed.write({ two: "ENVELOPE-NEW" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasRead).toBe(false);
    expect([...local.values.keys()]).toEqual([]);
    held.resolve();
    expect(await reading).toEqual(settings);
    await Promise.all([erasing, writing]);
    expect(content()).toEqual({ settings, sealedCredentials: { two: "ENVELOPE-NEW" } });
  });
});

describe("a browser that closes at any step of an erasure", async () => {
  const steps = await listSteps();
  test("can close at more than five steps", () => {
    expect(steps.length).toBeGreaterThan(5);
  });

  test.each(steps.map((step, place) => ({ step, place })))(
    "keeps the settings, and restores no erased envelope: $place, $step",
    async ({ place }) => {
      const { local, start, content } = openStorage();
      const ended = endAt(local, place);
      void start().erase();
      await ended;
      const wasCleared = local.steps.slice(0, place).includes("area.clear");
      local.before = () => undefined;
      // The next browser sees only the values on disk.
      const disk = `${JSON.stringify(content())} ${local.aside ?? ""}`;
      expect(local.aside ?? "").not.toContain("ENVELOPE");
      const next = start();
      expect(await next.item.read()).toEqual(settings);
      const left = JSON.stringify(content());
      expect(left).not.toContain("erasure");
      expect({
        isErasedBack: left.includes(envelopes.one) && !disk.includes(envelopes.one),
        isOtherLost: !wasCleared && !left.includes(envelopes.two),
      }).toEqual({ isErasedBack: false, isOtherLost: false });
    },
  );

  test("rewrites the area at the next start if it had removed a value", async () => {
    const { local, start } = openStorage();
    const place = steps.indexOf("aside.write");
    const ended = endAt(local, place);
    void start().erase();
    await ended;
    local.before = () => undefined;
    local.steps.splice(0);
    expect(await start().device.wasInterrupted()).toBe(true);
    expect(local.steps).toContain("area.clear");
    expect(local.aside).toBeUndefined();
    expect(await start().device.wasInterrupted()).toBe(false);
  });
});

describe("a storage failure at a step of an erasure", async () => {
  const steps = await listSteps();
  test.each(steps.map((step, place) => ({ step, place })))(
    "keeps all remaining values, and the next erasure succeeds: $place, $step",
    async ({ place }) => {
      const { local, start, content } = openStorage();
      const { device, item, erase } = start();
      local.before = (_step, begun) => {
        if (begun === place) throw new Error("the disk is full");
      };
      await expect(erase()).rejects.toThrow("the disk is full");
      expect(device.isUnfinished()).toBe(true);
      local.before = () => undefined;
      expect(await item.read()).toEqual(settings);
      expect(content()).toMatchObject({ sealedCredentials: { two: envelopes.two } });
      await erase();
      expect(device.isUnfinished()).toBe(false);
      expect(content()).toEqual({ settings, sealedCredentials: { two: envelopes.two } });
      expect(local.aside).toBeUndefined();
    },
  );

  test("rejects reads and writes while the cleared values cannot be written back", async () => {
    const { local, start } = openStorage();
    const { item, erase } = start();
    local.before = (step) => {
      if (step === "area.write" && local.steps.includes("area.clear"))
        throw new Error("the disk is full");
    };
    await expect(erase()).rejects.toThrow("the disk is full");
    await expect(item.read()).rejects.toThrow("the disk is full");
    await expect(item.write("new")).rejects.toThrow("the disk is full");
    local.before = () => undefined;
    expect(await item.read()).toEqual(settings);
  });

  test("is repaired by the next worker if its removals fail", async () => {
    const { local, start } = openStorage();
    const failing = start().device.erase(() => Promise.reject(new Error("no key store")));
    await expect(failing).rejects.toThrow("no key store");
    local.steps.splice(0);
    expect(await start().device.wasInterrupted()).toBe(true);
    expect(local.steps).toContain("area.clear");
  });
});

test("clearing everything leaves no value and no backup", async () => {
  const { local, start } = openStorage();
  const { device, item } = start();
  await device.clear();
  expect(await item.read()).toBeUndefined();
  expect([local.values.size, local.aside]).toEqual([0, undefined]);
});

test("a device without settings is not an interrupted erasure", async () => {
  const local = createMemoryArea();
  expect(await createDeviceStorage(local.ports).wasInterrupted()).toBe(false);
  expect(local.steps).not.toContain("area.write");
});
