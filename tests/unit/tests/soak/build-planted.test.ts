import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../../launch/build-extension.ts";
import {
  withDeadBadge,
  withEmptiedEvents,
  withoutCursor,
  withoutDeduplication,
  withRenamedDuplicates,
  withReversedBatches,
} from "../../../soak/build-planted.ts";

// Browser tests run these builds; this test detects a renamed function earlier.
test.each([
  ["a dead badge", withDeadBadge],
  ["emptied events", withEmptiedEvents],
  ["no cursor", withoutCursor],
  ["no deduplication", withoutDeduplication],
  ["duplicates under new ids", withRenamedDuplicates],
  ["reversed batches", withReversedBatches],
])("a build with %s finds the text that each of its faults replaces", (_name, plants) => {
  for (const { file, find } of plants)
    expect(readFileSync(join(root, file), "utf8"), `${file}: ${find}`).toContain(find);
});
