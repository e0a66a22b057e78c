import { expect, test } from "vitest";
import { EventStorageModel } from "../../../../../lib/models/stream/event-storage-model.ts";

const fail = () => Promise.reject(new Error("Not in this context."));

test.each([
  [true, "kept"],
  [false, "evictable"],
  [undefined, "unknown"],
] as const)("a browser that says %s of the storage: %s", async (isKept, state) => {
  const model = new EventStorageModel({ isKept: async () => isKept, keep: fail });
  expect(model.state.value).toBe("unknown");
  await model.load();
  expect(model.state.value).toBe(state);
});

test("a browser that cannot be asked is not known to keep the events", async () => {
  const model = new EventStorageModel({ isKept: fail, keep: fail });
  await model.load();
  expect(model.state.value).toBe("unknown");
  await model.ask();
  expect(model.state.value).toBe("refused");
});

test("the browser is asked once at a time, and can be asked again after a refusal", async () => {
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()] as const;
  let asked = 0;
  const model = new EventStorageModel({
    isKept: async () => false,
    keep: () => {
      asked += 1;
      return (answers[asked - 1] ?? answers[1]).promise;
    },
  });
  await model.load();
  const first = model.ask();
  await model.ask();
  expect(model.isAsking.value).toBe(true);
  answers[0].resolve(false);
  await first;
  expect([asked, model.state.value, model.isAsking.value]).toEqual([1, "refused", false]);
  answers[1].resolve(true);
  await model.ask();
  expect(model.state.value).toBe("kept");
});
