import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";

import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";

const gap = (to: string) => ({ kind: "gap", to }) as const;
const resumed = (point: string) => ({ kind: "resumed", chosen: "cursor", point }) as const;

test("keeps 1,000 marks: deletes the oldest ones first, and gaps only if there is no other mark", async () => {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  onTestFinished(() => log.close());
  const choices = Array.from({ length: 999 }, (_, index) => resumed(String(index)));
  await log.append("a", { at: 1, marks: [gap("first"), ...choices, resumed("last")] });
  const kept = await log.marks("a");
  expect(kept).toHaveLength(1_000);
  expect(kept.slice(0, 2)).toMatchObject([{ to: "first" }, { point: "1" }]);
  expect(kept.at(-1)).toMatchObject({ point: "last" });

  const gaps = Array.from({ length: 1_000 }, (_, index) => gap(String(index)));
  await log.append("a", { at: 2, marks: gaps });
  const left = await log.marks("a");
  expect(left).toHaveLength(1_000);
  expect(left[0]).toMatchObject({ kind: "gap", to: "0" });
});
