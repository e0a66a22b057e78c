import { signal, type ReadonlySignal } from "@preact/signals";
import { expect } from "vitest";
import { TraceTab, type TraceModels } from "../../../../../components/panel/trace/TraceTab.tsx";
import type { KeptRun } from "../../../../../lib/models/runs/kept-runs.ts";
import { CaptureModel } from "../../../../../lib/models/trace/capture-model.ts";
import { createLazyPart } from "../../../../../lib/models/lazy-part.ts";
import { TraceExportModel } from "../../../../../lib/models/trace/trace-export-model.ts";
import { TraceImportModel } from "../../../../../lib/models/trace/trace-import-model.ts";
import { TraceModel } from "../../../../../lib/models/trace/trace-model.ts";
import type { CapturedRun } from "../../../../../lib/runs/from-request/captured-request.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import { writeSample } from "../../../../trace-corpus/write-sample.ts";
import { createFakeCapturePort } from "../../../lib/models/trace/fake-capture-port.ts";
import { noPatternWorkers } from "../../../lib/models/events/fake-pattern-worker.ts";
import type { EntryFacts } from "../../../lib/trace/entries.ts";
import { callback, codeLogin, tokenFor } from "../../../lib/trace/join/logins.ts";
import { find, perform, show } from "../../show.ts";

/** A login whose code the provider refuses. */
export const refused = [
  ...codeLogin({ at: 60_000, client: "shop", state: "s2", code: "c2" }).slice(0, 4),
  {
    ...tokenFor({ at: 60_400, client: "shop", code: "c2" }),
    status: 403,
    answer: { error: "invalid_grant", error_description: "Wrong code." },
  },
];

/** The same login with another redirect_uri in its token request, which proves the cause. */
export const contradicted = refused.map((entry, place) =>
  place === 4 ? { ...entry, form: { ...entry.form, redirect_uri: `${callback}/` } } : entry,
);

const noRuns = signal<readonly KeptRun[]>([]);

/** Shows the Trace tab with a capture that has these entries, beside these runs of the Run tab. */
export async function showTab(
  entries: readonly EntryFacts[] = [],
  runs: ReadonlySignal<readonly KeptRun[]> = noRuns,
) {
  const browser = createFakeCapturePort();
  const inspected: string[] = [];
  const runAgain: CapturedRun[] = [];
  let reloads = 0;
  let searchBar: Parameters<TraceModels["followSearch"]>[0] | undefined;
  const notWanted = () => {
    throw new Error("No file is exported here.");
  };
  const capture = new CaptureModel(browser.port);
  const models: TraceModels = {
    capture,
    trace: new TraceModel({
      ...browser.port,
      ...capture,
      ...noPatternWorkers,
      runs,
      read: (all, loads) => readTrace(all, loads),
    }),
    exporter: new TraceExportModel({
      extension: "0.1.0",
      browser: "Chrome 156",
      now: () => 0,
      createFile: notWanted,
      yieldToEventLoop: () => Promise.resolve(),
    }),
    importer: new TraceImportModel({
      add: capture.addImported,
      readSample: writeSample,
      yieldToEventLoop: () => Promise.resolve(),
    }),
    requests: createLazyPart(() => import("../../../../../lib/runs/from-request/read-request.ts")),
    followSearch: (onSearch) => {
      searchBar = onSearch;
      return () => {
        searchBar = undefined;
      };
    },
    reloadPage: () => {
      reloads += 1;
    },
    onInspect: ({ text }) => inspected.push(text),
  };
  const place = await show(
    <TraceTab
      models={models}
      onRunAgain={(run) => runAgain.push(run)}
      onReload={() => {
        throw new Error("The panel is not reloaded here.");
      }}
    />,
  );
  const report = async (...facts: EntryFacts[]) => {
    await perform(() => {
      for (const one of facts) browser.finish(one);
      return browser.pass(1_000);
    });
  };
  if (entries.length > 0) await report(...entries);
  await expect.poll(() => models.trace.trace.value.messageCount).toBe(entries.length);
  /** Sends an action of the search bar of DevTools. */
  const search: NonNullable<typeof searchBar> = (action) => {
    if (searchBar === undefined) throw new Error("The tab does not follow the search bar.");
    searchBar(action);
  };
  return { place, models, report, search, inspected, runAgain, reloads: () => reloads };
}

/** Presses a key together with Ctrl: on the record button, or where the focus is. */
export async function command(
  place: ParentNode,
  key: string,
  target: Element = find(place, ".trace-bar .record"),
): Promise<boolean> {
  const event = new KeyboardEvent("keydown", {
    key,
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  await perform(() => target.dispatchEvent(event));
  return event.defaultPrevented;
}
