import { plural } from "../../../lib/encoding/plural.ts";
import type {
  TraceImportModel,
  TraceImportState,
} from "../../../lib/models/trace/trace-import-model.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { FileVerdict } from "../../../lib/trace/file/read-trace-file.ts";
import { Notice } from "../../shared/Notice.tsx";

/** Reports an import: its progress, its result with what the file lacks, or its failure. */
export function TraceImportNotice({ model }: { model: InstanceType<typeof TraceImportModel> }) {
  const state = model.state.value;
  if (state.kind === "idle") return null;
  if (state.kind === "reading") {
    return (
      <p role="status">
        Reading {writeName(state.name)}…{" "}
        <button type="button" class="button" onClick={() => model.cancel()}>
          Cancel
        </button>
      </p>
    );
  }
  const close = (
    <div class="actions">
      <button type="button" class="button" onClick={() => model.close()}>
        Close
      </button>
    </div>
  );
  switch (state.kind) {
    case "failed":
      return (
        <Notice
          severity="error"
          help="exports-and-imports"
          title={`${writeName(state.name)} was not imported.`}
        >
          <span>{state.message}</span>{" "}
          {state.requests > 0 && (
            <span>
              {plural(state.requests, "request", "requests")} of the other files were imported.
            </span>
          )}{" "}
          {close}
        </Notice>
      );
    case "cancelled":
      return (
        <Notice severity="note" title="Import cancelled. Nothing was added.">
          {close}
        </Notice>
      );
    case "done":
      return (
        <Notice
          severity={state.requests === 0 ? "warning" : "good"}
          help="exports-and-imports"
          title={describe(state)}
        >
          {state.requests > 0 && state.known > 0 && (
            <span>{plural(state.known, "request", "requests")} more were in the list before.</span>
          )}{" "}
          {state.skipped > 0 && (
            <span>
              {plural(state.skipped, "entry", "entries")} skipped: no HTTP request, or beyond the
              limit of 10,000.
            </span>
          )}{" "}
          {state.withoutBody > 0 && (
            <span>
              {plural(state.withoutBody, "response", "responses")} without a body in the file, shown
              as “not seen”.
            </span>
          )}{" "}
          {state.isRedacted && (
            <span>
              An export replaced values of the file; equal pseudonyms stand for equal values. A file
              of version 0.1.0 lacks the results of some checks, so a login that failed can be
              listed as ok.
            </span>
          )}
          <FileVerdicts verdicts={state.verdicts} /> {close}
        </Notice>
      );
  }
}

/** Lists what was wrong with the flows of a file when it was exported. */
function FileVerdicts({ verdicts }: { verdicts: readonly FileVerdict[] }) {
  if (verdicts.length === 0) return null;
  return (
    <div>
      Verdicts in the file, from before its export:
      <ul>
        {verdicts.map(({ kind, host, verdict, title = "no known cause" }, place) => (
          <li key={place}>
            {verdict === "failed" ? "fail" : "warn"}, {writeName(kind)} at {writeName(host)}:{" "}
            {writeName(title)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function describe({ name, requests, known }: Extract<TraceImportState, { kind: "done" }>): string {
  if (requests === 0 && known > 0)
    return `Nothing was added: the list has all requests of ${writeName(name)}.`;
  return requests === 0
    ? `${writeName(name)} has no request that can be read.`
    : `${plural(requests, "request", "requests")} imported from ${writeName(name)}.`;
}
