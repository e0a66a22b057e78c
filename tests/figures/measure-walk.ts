import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../repo/overlay.ts";

/** The functions of the product that ran during one action. */
export interface Walk {
  /** By file, relative to the repository's root. */
  readonly files: ReadonlyMap<string, number>;
}

const isProduct = (path: string): boolean => /^(?:lib|components|entrypoints)\//u.test(path);

/** Performs an action, and counts the functions of the product that it runs through. */
export async function measureWalk(action: () => Promise<unknown>): Promise<Walk> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await action();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const files = new Map<string, number>();
    for (const { url, functions } of result) {
      const path = relative(root, url.startsWith("file:") ? fileURLToPath(url) : url);
      if (!isProduct(path)) continue;
      const ran = functions.filter(({ ranges: [range] }) => (range?.count ?? 0) > 0).length;
      if (ran > 0) files.set(path, (files.get(path) ?? 0) + ran);
    }
    return { files };
  } finally {
    await session.post("Profiler.disable");
    session.disconnect();
  }
}

/** Prints a walk; with `WALK_FILES=1`, also each of its files. */
export function printWalk(name: string, { files }: Walk): void {
  let functions = 0;
  for (const count of files.values()) functions += count;
  const lines = [`${name}: ${files.size} files, ${functions} functions`];
  if (process.env["WALK_FILES"] === "1") {
    for (const [path, count] of files) lines.push(`  ${String(count).padStart(3)}  ${path}`);
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}
