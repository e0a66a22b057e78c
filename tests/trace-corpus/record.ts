// Usage: npm run record:trace [pattern]
// Records the cases whose names match, or all, in a real Chromium or Firefox with our panel open.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Recorder } from "./capture.ts";
import { cases } from "./cases.ts";
import type { CorpusCase } from "./corpus-case.ts";
import { derivations } from "./derive.ts";
import { openFirefoxStage } from "./firefox-stage.ts";
import { authorizeFaultScenes } from "./scenes/authorize-faults.ts";
import { callScenes } from "./scenes/calls.ts";
import { cleanScenes } from "./scenes/clean.ts";
import { embeddedScenes } from "./scenes/embedded.ts";
import { firefoxScenes } from "./scenes/firefox.ts";
import { idTokenScenes } from "./scenes/id-tokens.ts";
import { responseFaultScenes } from "./scenes/response-faults.ts";
import type { Scenes } from "./scenes/scene.ts";
import { sessionScenes } from "./scenes/sessions.ts";
import { tokenFaultScenes } from "./scenes/token-faults.ts";
import { openStage, ports } from "./stage.ts";
import { formatHar, toHar } from "./to-har.ts";

const scenes: Scenes = {
  ...cleanScenes,
  ...callScenes,
  ...sessionScenes,
  ...embeddedScenes,
  ...authorizeFaultScenes,
  ...tokenFaultScenes,
  ...responseFaultScenes,
  ...idTokenScenes,
};
const folder = join(import.meta.dirname, "captures");

interface OpenStage {
  readonly recorder: Recorder;
  readonly browser: { name: string; version: string };
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** Records cases on a stage, one after the other; a case that fails keeps its old file. */
async function recordAll<Stage extends OpenStage>(
  open: () => Promise<Stage>,
  performed: Readonly<Record<string, (stage: Stage) => Promise<void>>>,
  wanted: readonly CorpusCase[],
): Promise<void> {
  const chosen = wanted.filter(({ name }) => Object.hasOwn(performed, name));
  if (chosen.length === 0) return;
  const stage = await open();
  try {
    for (const { name, done } of chosen) {
      try {
        await stage.begin();
        const recorded = await stage.recorder.record(async () => performed[name]?.(stage));
        const captured = derivations[name]?.(recorded) ?? recorded;
        const text = formatHar(toHar(captured, { comment: done, browser: stage.browser }));
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

const pattern = new RegExp(process.argv[2] ?? "");
const wanted = cases.filter(({ name }) => pattern.test(name));
await mkdir(folder, { recursive: true });
await recordAll(openStage, scenes, wanted);
await recordAll(() => openFirefoxStage(ports), firefoxScenes, wanted);
