import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Captured, Recorder } from "./capture.ts";
import { formatHar, toHar } from "./to-har.ts";

interface OpenStage {
  readonly recorder: Recorder;
  readonly browser: { name: string; version: string };
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** How a set of logins is performed, and where it is stored. */
export interface LoginSet<Stage extends OpenStage> {
  readonly open: () => Promise<Stage>;
  readonly scenes: Readonly<Record<string, (stage: Stage) => Promise<void>>>;
  /** The folder of the `.har` files. */
  readonly folder: string;
  /** Changes of captures for which no browser can be arranged, by the login's name. */
  readonly changes?: Readonly<Record<string, (captured: Captured) => Captured>>;
}

/** Records the logins that have a scene, one after the other. One that fails keeps its old file. */
export async function recordLogins<Stage extends OpenStage>(
  { open, scenes, folder, changes = {} }: LoginSet<Stage>,
  logins: readonly { readonly name: string; readonly story: string }[],
): Promise<void> {
  const chosen = logins.filter(({ name }) => Object.hasOwn(scenes, name));
  if (chosen.length === 0) return;
  const stage = await open();
  try {
    for (const { name, story } of chosen) {
      try {
        await stage.begin();
        const recorded = await stage.recorder.record(async () => scenes[name]?.(stage));
        const captured = changes[name]?.(recorded) ?? recorded;
        const text = formatHar(toHar(captured, { comment: story, browser: stage.browser }));
        await writeFile(join(folder, `${name}.har`), text);
        console.log(`${name}  ${text.length}`);
      } catch (error) {
        console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await stage.close();
  }
}
