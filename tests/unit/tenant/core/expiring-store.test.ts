import { describe, expect, test } from "vitest";
import { createExpiringStore } from "../../../../tenant/core/expiring-store.ts";

describe("an expiring store", () => {
  test("drops a value after its lifetime", () => {
    let time = 0;
    const store = createExpiringStore<string>({ now: () => time, lifetime: 10, capacity: 5 });
    store.put("a", "value");
    time = 9;
    expect(store.get("a")).toBe("value");
    time = 10;
    expect(store.get("a")).toBeUndefined();
  });

  test("drops the oldest entry if it is full", () => {
    const store = createExpiringStore<string>({ now: () => 0, lifetime: 10, capacity: 2 });
    for (const id of ["a", "b", "c"]) store.put(id, id);
    expect(store.get("a")).toBeUndefined();
    expect(store.take("b")).toBe("b");
    expect(store.get("b")).toBeUndefined();
    expect(store.get("c")).toBe("c");
  });
});
