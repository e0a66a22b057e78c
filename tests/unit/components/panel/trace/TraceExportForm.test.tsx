import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { TraceExportForm } from "../../../../../components/panel/trace/TraceExportForm.tsx";
import { TraceExportModel } from "../../../../../lib/models/trace/trace-export-model.ts";
import type { JudgedFlow } from "../../../../../lib/trace/read-trace.ts";
import { readSample } from "../../../lib/trace/file/sample-capture.ts";
import { click, find, findButton, perform, show, words } from "../../show.ts";

/** The flows of the list, which can change while the form is open. */
const listFlows = (flows: readonly JudgedFlow[]) => signal(flows);

async function showForm() {
  const saved: string[] = [];
  const { flows } = await readSample();
  const exporter = new TraceExportModel({
    extension: "0.1.0",
    browser: "Chrome 156",
    now: () => 0,
    createFile() {
      let text = "";
      return {
        write: (piece) => {
          text += piece;
        },
        size: () => text.length,
        save: () => saved.push(text),
        drop: () => undefined,
      };
    },
    yieldToEventLoop: () => Promise.resolve(),
  });
  const listed = listFlows(flows);
  const Shown = () => (
    <TraceExportForm exporter={exporter} flows={listed.value} onDone={() => undefined} />
  );
  const place = await show(<Shown />);
  return { place, saved, exporter, flows, listed };
}

test("says how many flows it exports, and lists what it replaced before it saves", async () => {
  const { place, saved } = await showForm();
  expect(words(place)).toContain("Export the listed flow");
  await click(findButton(place, "Preview export"));
  await expect.poll(() => words(place)).toContain("1 flow,");
  expect(words(find(place, "[aria-label='Replaced values']"))).toContain("address: ");
  expect(saved).toEqual([]);
  await click(findButton(place, "Save file"));
  expect(saved).toHaveLength(1);
});

test("discards the preview when the filter hides a flow of it, and keeps it for a new flow", async () => {
  const { place, exporter, flows, listed } = await showForm();
  await click(findButton(place, "Preview export"));
  await expect.poll(() => words(place)).toContain("Save file");
  // Each reading of the capture creates new objects.
  await perform(() => {
    listed.value = flows.flatMap((row) => [{ ...row }, { ...row, flow: { ...row.flow, id: "2" } }]);
  });
  expect(words(place)).toContain("Save file");
  await perform(() => {
    listed.value = [];
  });
  expect(exporter.state.value).toEqual({ kind: "idle" });
  expect(words(place)).toContain("Preview export");
});
