import type { ChromiumPanel } from "../e2e/pages/chromium-devtools.ts";
import type { PanelPage } from "../e2e/pages/panel-page.ts";
import type { InspectorSession } from "./inspector-session.ts";
import type { TenantControl, TenantLogEntry } from "./tenant-control.ts";
import { waitFor } from "./wait-for.ts";

/** The context of the steps. */
export interface TourStage extends InspectorSession {
  devtoolsPanel: ChromiumPanel;
  panel: PanelPage;
  control: TenantControl;
  /** A planted fault of the sandbox, which is not there before its step. */
  onSandboxOpened?: () => Promise<void>;
  /** The path of a picture. */
  picture(name: string): string;
}

export interface TourStep {
  name: string;
  title: string;
  /** Performs the step and takes its picture; throws if a check fails. */
  run(stage: TourStage, pictureName: string): Promise<void>;
}

export function expectWords(words: string, wanted: string): void {
  if (!words.includes(wanted)) throw new Error(`Expected the text “${wanted}”, found: ${words}`);
}

export async function expectFact(
  stage: TourStage,
  after: number,
  what: string,
  holds: (entry: TenantLogEntry) => boolean,
): Promise<void> {
  await waitFor(async () => (await stage.control.log(after)).some(holds), {
    what: `an entry in the tenant's log: ${what}`,
  });
}

export function isFact(fact: string, details: Record<string, unknown>) {
  return (entry: TenantLogEntry) =>
    entry.fact === fact &&
    Object.entries(details).every(([name, value]) => entry.details?.[name] === value);
}
