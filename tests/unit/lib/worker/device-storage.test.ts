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
  test("clears the area once, writes back what stays, and leaves nothing set aside", async () => {
    const { local, start, content } = openStorage();
    await start().erase();
    expect(local.steps.filter((step) => step === "area.clear")).toHaveLength(1);
    expect(content()).toEqual({ settings, sealedCredentials: { two: envelopes.two } });
    expect(local.aside).toBeUndefined();
  });

  test("sets nothing aside but settings, at any step", async () => {
    const { local, start } = openStorage();
    const seen: (string | undefined)[] = [];
    local.before = () => void seen.push(local.aside);
    await start().erase();
    const written = seen.filter((text) => text !== undefined);
    expect(written.length).toBeGreaterThan(0);
    for (const text of written) expect(JSON.parse(text)).toEqual({ settings });
  });

  test("keeps reads and writes waiting while the area is empty", async () => {
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

describe("a browser that ends at any step of an erasure", async () => {
  const steps = await listSteps();
  test("has more than five steps to end at", () => {
    expect(steps.length).toBeGreaterThan(5);
  });

  test.each(steps.map((step, place) => ({ step, place })))(
    "keeps the settings, and brings no erased envelope back: $place, $step",
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

  test("rewrites the area on the next start if it had removed anything", async () => {
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

describe("storage that fails at a step of an erasure", async () => {
  const steps = await listSteps();
  test.each(steps.map((step, place) => ({ step, place })))(
    "loses nothing that was to stay, and the next erasure succeeds: $place, $step",
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

  test("refuses reads and writes while what was cleared cannot be written back", async () => {
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

  test("whose removals fail is repeated by the next worker", async () => {
    const { local, start } = openStorage();
    const failing = start().device.erase(() => Promise.reject(new Error("no key store")));
    await expect(failing).rejects.toThrow("no key store");
    local.steps.splice(0);
    expect(await start().device.wasInterrupted()).toBe(true);
    expect(local.steps).toContain("area.clear");
  });
});

test("clearing everything leaves nothing, and nothing set aside", async () => {
  const { local, start } = openStorage();
  const { device, item } = start();
  await device.clear();
  expect(await item.read()).toBeUndefined();
  expect([local.values.size, local.aside]).toEqual([0, undefined]);
});

test("a device without settings is no interrupted one", async () => {
  const local = createMemoryArea();
  expect(await createDeviceStorage(local.ports).wasInterrupted()).toBe(false);
  expect(local.steps).not.toContain("area.write");
});
