import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { TraceExportForm } from "../../../../../components/panel/trace/TraceExportForm.tsx";
import { TraceExportModel } from "../../../../../lib/models/trace/trace-export-model.ts";
import type { JudgedFlow } from "../../../../../lib/trace/read-trace.ts";
import { readSample, sampleSecrets } from "../../../lib/trace/file/sample-capture.ts";
import { click, find, findButton, findField, perform, show, type, words } from "../../show.ts";

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

test("a value is kept by its checkbox, which stays focused while the file is written again", async () => {
  const { place, saved } = await showForm();
  await click(findButton(place, "Preview export"));
  await expect.poll(() => words(place)).toContain("Save file");
  const keep = find(place, "[aria-label='Keep auth0|ada']");
  keep.focus();
  await click(keep);
  await expect.poll(() => words(place)).toContain("Kept by hand: 1 value.");
  expect(document.activeElement).toBe(find(place, "[aria-label='Keep auth0|ada']"));
  await click(findButton(place, "Save file"));
  expect(saved[0]).toContain('"_keptByHand":["auth0|ada"]');
});

test("a secret is masked, and has no checkbox", async () => {
  const { place } = await showForm();
  await click(findButton(place, "Preview export"));
  await expect.poll(() => words(place)).toContain("Save file");
  const values = find(place, "[aria-label='Values to keep']");
  expect(words(values)).not.toContain(sampleSecrets.password);
  const row = [...values.querySelectorAll("tr")].find((line) => words(line).includes("••••"));
  expect(row?.querySelector("input")).toBeNull();
  expect(words(row ?? values)).toContain("secret");
});

test("a value is found by its text or by its pseudonym", async () => {
  const { place } = await showForm();
  await click(findButton(place, "Preview export"));
  await expect.poll(() => words(place)).toContain("Save file");
  const rows = () =>
    [...place.querySelectorAll(".replaced-values tbody tr")].map((row) => words(row));
  await type(findField(place, "Find a value"), "auth0|A");
  expect(rows()).toEqual([expect.stringContaining("auth0|ada")]);
  await type(findField(place, "Find a value"), "nowhere");
  expect(words(place)).toContain("No value contains this text.");
});
