import { join } from "node:path";
import type { Plugin } from "vite";
import { build } from "wxt";
import { root } from "../launch/build-extension.ts";
import { silentLogger } from "../launch/silent-logger.ts";

/** A fault in the product's source: a text and its replacement. */
export interface Plant {
  /** The path from the repository's root. */
  file: string;
  find: string;
  replace: string;
}

/** Without deduplication: events that are delivered again are stored again. */
export const withoutDeduplication: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "const fresh = await removeStored(tx, tenantId, removeRepeats(offered));",
    replace: "const fresh = offered;",
  },
  {
    file: "lib/events/log/event-database.ts",
    find: "{ unique: true }",
    replace: "{ unique: false }",
  },
];

/** Without the cursor: each connection forgets the position in the stream. */
export const withoutCursor: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "...(batch.position === undefined ? {} : toPositionFields(batch.position)),",
    replace: "",
  },
];

/** Stored events have no content. */
export const withEmptiedEvents: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "    tenantId,\n    sequence,\n    storedAt,\n",
    replace: "    envelope: {},\n    tenantId,\n    sequence,\n    storedAt,\n",
  },
];

/** The events of one read of the stream are stored in reverse order. */
export const withReversedBatches: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "const stored = fresh.map(",
    replace: "const stored = fresh.toReversed().map(",
  },
];

/** An event that is delivered again is stored under another ID. */
export const withRenamedDuplicates: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "const fresh = await removeStored(tx, tenantId, removeRepeats(offered));",
    replace: `const known = await removeStored(tx, tenantId, removeRepeats(offered));
    const fresh = offered.map((event) =>
      known.includes(event) ? event : { ...event, id: crypto.randomUUID() });`,
  },
];

/** The toolbar button never changes. */
export const withDeadBadge: readonly Plant[] = [
  {
    file: "lib/worker/unread-badge.ts",
    find: "await badge.show(describeBadge(await read()));",
    replace: "await read();",
  },
];

/** The browser of a build. */
export type Target = "chrome" | "firefox";

/**
 * Builds the extension with planted faults into its own folder. Fails if the text of a fault is not
 * in the source.
 */
export async function buildPlanted(
  plants: readonly Plant[],
  folder: string,
  target: Target = "chrome",
): Promise<string> {
  const planted = new Set<Plant>();
  const plugin: Plugin = {
    name: "plant-faults",
    enforce: "pre",
    transform(code, id) {
      const own = plants.filter(({ file }) => id.split("?")[0] === join(root, file));
      if (own.length === 0) return null;
      let changed = code;
      for (const plant of own) {
        if (!changed.includes(plant.find))
          this.error(`${plant.file} does not contain this text: ${plant.find}`);
        changed = changed.replace(plant.find, plant.replace);
        planted.add(plant);
      }
      return { code: changed, map: null };
    },
  };
  await build({
    root,
    outDir: folder,
    browser: target,
    manifestVersion: 3,
    logger: silentLogger,
    vite: () => ({ plugins: [plugin] }),
  });
  if (planted.size !== plants.length) throw new Error("Not every fault was planted.");
  return join(folder, `${target}-mv3`);
}
