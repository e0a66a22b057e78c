import { join } from "node:path";
import type { Plugin } from "vite";
import { build } from "wxt";
import { root } from "../launch/build-extension.ts";

/** A fault in the product's source: what stands in place of what. */
export interface Plant {
  /** From the repository's root. */
  file: string;
  find: string;
  replace: string;
}

/** With these nothing recognises what was delivered before. */
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

/** With this the place in the stream is forgotten with each connection. */
export const withoutCursor: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "...(batch.position === undefined ? {} : toPositionFields(batch.position)),",
    replace: "",
  },
];

/** With this the content of what is stored is gone. */
export const withEmptiedEvents: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "    tenantId,\n    sequence,\n    storedAt,\n",
    replace: "    envelope: {},\n    tenantId,\n    sequence,\n    storedAt,\n",
  },
];

/** With this what one read of the stream brought is stored from its end. */
export const withReversedBatches: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "const stored = fresh.map(",
    replace: "const stored = fresh.toReversed().map(",
  },
];

/** With this an event that comes again is stored as another one. */
export const withRenamedDuplicates: readonly Plant[] = [
  {
    file: "lib/events/log/append-batch.ts",
    find: "const fresh = await removeStored(tx, tenantId, removeRepeats(offered));",
    replace: `const known = await removeStored(tx, tenantId, removeRepeats(offered));
    const fresh = offered.map((event) =>
      known.includes(event) ? event : { ...event, id: crypto.randomUUID() });`,
  },
];

/** With this the toolbar button never changes. */
export const withDeadBadge: readonly Plant[] = [
  {
    file: "lib/worker/unread-badge.ts",
    find: "await badge.show(describeBadge(await read()));",
    replace: "await read();",
  },
];

/** The browser that a build is for. */
export type Target = "chrome" | "firefox";

/** Builds the extension with faults planted in it, into a folder of its own. Fails when a fault no longer has its place. */
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
        if (!changed.includes(plant.find)) this.error(`${plant.file} no longer has: ${plant.find}`);
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
    vite: () => ({ plugins: [plugin] }),
  });
  if (planted.size !== plants.length) throw new Error("Not every fault was planted.");
  return join(folder, `${target}-mv3`);
}
