import { useEffect, useRef, useState } from "preact/hooks";
import { plural } from "../../../lib/encoding/plural.ts";
import type { LazyPart } from "../../../lib/models/lazy-part.ts";
import type { CaptureModel } from "../../../lib/models/trace/capture-model.ts";
import type { TraceExportModel } from "../../../lib/models/trace/trace-export-model.ts";
import type { TraceImportModel } from "../../../lib/models/trace/trace-import-model.ts";
import type { ListSearch } from "../../../lib/models/events/events-model.ts";
import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import type { FlowToken } from "../../../lib/trace/prepared-flow.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { EmptyPicture, type Picture } from "../EmptyPicture.tsx";
import { focusFilterBySlash } from "../../shared/FilterField.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { ClearedNotice } from "./ClearedNotice.tsx";
import { FlowList } from "./FlowList.tsx";
import { FlowPane } from "./FlowPane.tsx";
import type { FlowWays } from "./flow-ways.ts";
import { listFlowActions } from "./flow-actions.ts";
import { ListSplit } from "../ListSplit.tsx";
import { Samples } from "./Samples.tsx";
import type { RequestReader, TraceActions } from "./RunAgain.tsx";
import { TraceExportForm } from "./TraceExportForm.tsx";
import { TraceImportNotice } from "./TraceImportNotice.tsx";
import { focusClear, focusTraceFilter, traceFilterId, TraceToolbar } from "./TraceToolbar.tsx";
import "./trace.css";

export interface TraceModels {
  capture: InstanceType<typeof CaptureModel>;
  trace: InstanceType<typeof TraceModel>;
  exporter: InstanceType<typeof TraceExportModel>;
  importer: InstanceType<typeof TraceImportModel>;
  /** Reads captured requests as runs. */
  requests: LazyPart<RequestReader>;
  /** Loads the inspected page again. */
  reloadPage: () => void;
  /** Subscribes to the search bar of DevTools; returns the unsubscribe function. */
  followSearch: (onSearch: (search: ListSearch) => void) => () => void;
  /** Opens a token in the Tokens tab. */
  onInspect: (token: FlowToken, row: JudgedFlow) => void;
}

/** Shows the logins of the inspected page as they happen, each with its verdict. */
export function TraceTab(props: { models: TraceModels } & TraceActions) {
  const { models, onRunAgain, onReload } = props;
  const { capture, trace, exporter, importer } = models;
  const place = useRef<HTMLDivElement>(null);
  const [isExporting, setExporting] = useState(false);
  const open = trace.opened.value;
  const ways: FlowWays = {
    model: trace,
    again: { requests: models.requests, onRunAgain, onReload },
    onReport: exporter.writeReport,
    onInspect: models.onInspect,
  };
  useTraceKeys(models);
  useEffect(() => models.followSearch(trace.search), [models, trace]);
  const importFiles = (...files: readonly File[]) => void importer.read(...files);
  return (
    <div
      class="trace"
      ref={place}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = event.dataTransfer?.files ?? [];
        if (files.length === 0) return;
        event.preventDefault();
        importFiles(...files);
      }}
    >
      <TraceToolbar
        capture={capture}
        trace={trace}
        isExporting={isExporting}
        onImport={importFiles}
        onExport={() => setExporting(!isExporting)}
      />
      {isExporting ? (
        <TraceExportForm
          exporter={exporter}
          flows={trace.rows.value}
          onDone={() => {
            setExporting(false);
            place.current?.querySelector<HTMLElement>(".export-trace")?.focus();
          }}
        />
      ) : null}
      <TraceImportNotice model={importer} />
      <ClearedNotice capture={capture} trace={trace} onDone={() => focusClear(place.current)} />
      {trace.hasFailed.value ? (
        <Notice
          severity="error"
          help="requests-that-were-not-read"
          title="The newest requests could not be read."
        >
          <span>The list shows those before. Clear the list, then log in again.</span>
        </Notice>
      ) : null}
      {trace.rows.value.length === 0 ? (
        <NoFlows models={models} />
      ) : (
        <ListSplit
          class="trace-split"
          list={<FlowList model={trace} actions={(row) => listFlowActions(row, ways)} />}
          share={{ percent: trace.listPercent.value, set: trace.setListPercent }}
          detail={
            open && {
              class: "flow-detail",
              key: open.flow.id,
              subject: "This flow",
              children: <FlowPane row={open} {...ways} />,
            }
          }
          isWide={trace.isWide.value}
          onWide={trace.setWide}
          onClose={trace.close}
        />
      )}
      <StatusBar capture={capture} trace={trace} />
    </div>
  );
}

/** Matches the fields in which Escape and Ctrl+Z belong to the text. */
const textFields = "textarea, input:not([type=checkbox], [type=radio], [type=file])";

/** The keys of the Network panel, while this tab is shown. */
function useTraceKeys(models: TraceModels) {
  const { capture, trace } = models;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      focusFilterBySlash(event, traceFilterId);
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const commands: Record<string, () => void> = {
        l: capture.clear,
        ...(capture.cleared.peek() === undefined ? {} : { z: capture.undoClear }),
        e: () => capture.record(!capture.isRecording.peek()),
        f: focusTraceFilter,
      };
      const command = isCommand ? commands[event.key.toLowerCase()] : undefined;
      const isTyping = event.target instanceof Element && event.target.matches(textFields);
      // In a field, Ctrl+Z takes back the typed text.
      if (isTyping && event.key.toLowerCase() === "z") return;
      if (command !== undefined) command();
      else if (event.key === "Escape" && !isTyping && trace.opened.peek() !== undefined) {
        // The first Escape ends a comparison, the second one closes the flow.
        if (trace.comparison.isPicking.peek()) trace.comparison.end();
        else trace.close();
      } else return;
      event.preventDefault();
      // Chromium passes keys that reach the document to DevTools, which opens its drawer on Escape.
      event.stopPropagation();
    };
    // Not on the tab: after a click on a text, or once a focused row is removed, the body has the
    // focus. Not on the document: the listener of DevTools there is called first.
    const { documentElement: root } = document;
    root.addEventListener("keydown", press);
    return () => root.removeEventListener("keydown", press);
  }, [capture, trace]);
}

function NoFlows({ models: { capture, trace, importer, reloadPage } }: { models: TraceModels }) {
  const hidden = trace.trace.value.flows.length;
  if (hidden > 0) {
    return (
      <EmptyState
        action={
          <button type="button" class="button" onClick={trace.filter.clear}>
            Clear filter
          </button>
        }
      >
        No logins match the filter ({hidden} hidden).
      </EmptyState>
    );
  }
  if (!capture.isRecording.value) {
    return (
      <EmptyState
        action={
          <>
            <button type="button" class="button primary" onClick={() => capture.record(true)}>
              Record
            </button>
            <Samples importer={importer} />
          </>
        }
      >
        <NoneRecognised capture={capture} /> Recording is paused. Record, then log in to the page.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      picture={<EmptyPicture {...picture} />}
      action={
        <>
          <button type="button" class="button primary" onClick={reloadPage}>
            Reload the page
          </button>
          <Samples importer={importer} />
        </>
      }
    >
      <NoneRecognised capture={capture} /> Recording. Log in to the inspected page: each login
      appears here with its verdict. Nothing runs in the page, and nothing is sent anywhere. No
      tenant is needed; with one, the Run tab runs a captured login again.
    </EmptyState>
  );
}

const picture: Picture = {
  label: "a login that worked, a renewal that failed, and the requests of the renewal",
  texts: [
    [8, 18, "✓", "good"],
    [20, 18, "Login"],
    [20, 30, "app-1, 4 requests", "quiet"],
    [8, 54, "✗", "bad"],
    [20, 54, "Renewal"],
    [20, 66, "login_required", "bad"],
    [134, 16, "Page", "quiet"],
    [236, 16, "Provider", "quiet"],
    [158, 34, "GET /authorize"],
    [158, 58, "login_required", "bad"],
  ],
  lines:
    "M120 0V88M144 22V80M254 22V80M144 38H254M248 35L254 38L248 41M254 62H144M150 59L144 62L150 65",
};

/** Says that requests arrived, as after the import of a file without a login. */
function NoneRecognised({ capture }: Pick<TraceModels, "capture">) {
  const { length } = capture.exchanges.value;
  if (length === 0) return null;
  return (
    <>
      {length === 1
        ? "1 request is captured, and is no part of a login."
        : `${length} requests are captured, and none of them is part of a login.`}
      <br />
    </>
  );
}

function StatusBar({ capture, trace }: Pick<TraceModels, "capture" | "trace">) {
  const { flows, messageCount } = trace.trace.value;
  const rows = trace.rows.value;
  const dropped = capture.dropped.value;
  const missed = capture.missedEvents.value;
  return (
    <footer class="status-bar quiet">
      <span
        role="status"
        title="The messages of all flows, and those of none, such as requests for a tenant's keys"
      >
        {rows.length === flows.length ? "" : `${rows.length} of `}
        {plural(flows.length, "flow")}, {plural(messageCount, "message")}, {trace.failedCount.value}{" "}
        failed
      </span>
      {dropped === 0 ? null : <span>{dropped} older requests dropped</span>}
      {missed === 0 ? null : (
        <span title="They are listed nevertheless. In Firefox, the filter of the Network panel hides requests from extensions; in Chromium, those of removed frames are not reported.">
          {plural(missed, "request")} not reported by the browser
        </span>
      )}
      <span role="status">
        {capture.isRecording.value ? (
          <>
            recording since <Moment at={capture.startedAt.value} style="time" />
          </>
        ) : (
          "Paused. Requests are not recorded."
        )}
      </span>
    </footer>
  );
}
