import type { TracePart } from "../../components/panel/Panel.tsx";
import { TraceTab } from "../../components/panel/trace/TraceTab.tsx";
import type { ReadonlySignal } from "@preact/signals";
import type { CapturedOrigin } from "../../lib/models/tokens/token-field-model.ts";
import { createLazyPart } from "../../lib/models/lazy-part.ts";
import type { KeptView } from "../../lib/models/kept-view.ts";
import type { KeptRun } from "../../lib/models/runs/kept-runs.ts";
import type { CaptureModel } from "../../lib/models/trace/capture-model.ts";
import { describeCapturedToken } from "../../lib/models/trace/describe-captured-token.ts";
import { TraceExportModel } from "../../lib/models/trace/trace-export-model.ts";
import { TraceImportModel } from "../../lib/models/trace/trace-import-model.ts";
import { TraceModel } from "../../lib/models/trace/trace-model.ts";
import { createFile } from "../../lib/platform/download-file.ts";
import { reloadInspectedPage } from "../../lib/platform/inspected-page.ts";
import { followPanelSearch } from "../../lib/platform/panel-search.ts";
import { startPatternWorker } from "../../lib/platform/pattern-worker.ts";
import { browserName, extensionVersion } from "../../lib/platform/product-facts.ts";
import { readSample } from "../../lib/platform/read-sample.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { createTimeSlices } from "../../lib/platform/time-slices.ts";
import type { FlowToken } from "../../lib/trace/prepared-flow.ts";
import { readTrace, type JudgedFlow } from "../../lib/trace/read-trace.ts";

const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Creates the Trace tab. This file loads when the tab is first shown. */
export function createTracePart(
  capture: InstanceType<typeof CaptureModel>,
  runs: ReadonlySignal<readonly KeptRun[]>,
  view: KeptView,
  onInspect: (token: string, from: CapturedOrigin) => void,
): TracePart {
  const trace = new TraceModel({
    ...systemClock,
    ...capture,
    runs,
    startPatternWorker,
    read(exchanges, navigations, signal, ownStates) {
      const slice = createTimeSlices();
      const live = { now: systemClock.now(), ...(ownStates === undefined ? {} : { ownStates }) };
      return readTrace(exchanges, navigations, live, async () => {
        await slice();
        signal.throwIfAborted();
      });
    },
  });
  view.follow("flowShare", {
    read: () => trace.listPercent.value,
    restore: trace.setListPercent,
  });
  view.follow("flowChips", {
    read: () => [...trace.filter.chips.value],
    restore: (chips) => chips.forEach(trace.filter.toggleChip),
  });
  const models = {
    capture,
    trace,
    exporter: new TraceExportModel({
      ...systemClock,
      createFile,
      yieldToEventLoop,
      extension: extensionVersion(),
      browser: browserName(),
    }),
    importer: new TraceImportModel({ add: capture.addImported, readSample, yieldToEventLoop }),
    requests: createLazyPart(() => import("../../lib/runs/from-request/read-request.ts")),
    reloadPage: reloadInspectedPage,
    followSearch: followPanelSearch,
    onInspect: (token: FlowToken, row: JudgedFlow) =>
      onInspect(token.text, describeCapturedToken(token, row)),
  };
  return { View: (actions) => <TraceTab models={models} {...actions} /> };
}
