import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { PanelPage } from "../e2e/pages/panel-page.ts";
import { root } from "./build-extension.ts";
import { openDemoPanel, openInspectorSession } from "./inspector-session.ts";
import { TenantControl } from "./tenant-control.ts";
import { tourSteps, type TourStage } from "./tour-steps.ts";

export const tourFaults = [
  "tenant-down",
  "hs256-accepted",
  "wrong-key",
  "create-refused",
  "patch-not-applied",
  "stream-silent",
] as const;
export type TourFault = (typeof tourFaults)[number];

export interface TourOptions {
  fault?: TourFault | undefined;
  /** The folder of the pictures, which is emptied first. Default: `.output/tour`. */
  pictures?: string;
  /** Prints one line of the report. Default: to the console. */
  print?: (line: string) => void;
}

/**
 * Runs the product's main tasks in a headless browser and reports each step's result, time and
 * picture.
 *
 * @returns the exit code: 0 only if every step passed
 */
export async function runTour({
  fault,
  pictures = join(root, ".output", "tour"),
  print = console.log,
}: TourOptions = {}): Promise<0 | 1> {
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const session = await openInspectorSession({ headless: true, port: 0 });
  let passed = 0;
  let failed = 0;
  try {
    const devtoolsPanel = await openDemoPanel(session);
    const stage: TourStage = {
      ...session,
      devtoolsPanel,
      panel: new PanelPage(devtoolsPanel.frame),
      control: new TenantControl(session.tenant.origin),
      picture: (name) => join(pictures, name),
    };
    if (fault === "tenant-down") await session.tenant.stop();
    else if (fault !== undefined) await stage.control.plant(fault);
    for (const [index, step] of tourSteps.entries()) {
      const number = index + 1;
      const startedAt = performance.now();
      let problem: string | undefined;
      try {
        await step.run(stage, `${number}-${step.name}.png`);
        passed += 1;
      } catch (error) {
        failed += 1;
        problem = error instanceof Error ? error.message : String(error);
        await devtoolsPanel.screenshot(stage.picture(`${number}-${step.name}.png`)).catch(() => {});
      }
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      print(
        `${problem === undefined ? "ok    " : "FAILED"} ${number} ${step.name.padEnd(20)} ${seconds.padStart(5)} s  ${step.title}`,
      );
      if (problem !== undefined) print(`         ${problem.replaceAll("\n", "\n         ")}`);
    }
  } finally {
    await session.close();
  }
  print(`Pictures: ${pictures}`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed === tourSteps.length ? 0 : 1;
}
