import { expect, test } from "vitest";
import { TraceExportForm } from "../../../../../components/panel/trace/TraceExportForm.tsx";
import { TraceExportModel } from "../../../../../lib/models/trace/trace-export-model.ts";
import { readSample } from "../../../lib/trace/file/sample-capture.ts";
import { click, find, findButton, show, words } from "../../show.ts";

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
  const place = await show(
    <TraceExportForm exporter={exporter} flows={flows} onDone={() => undefined} />,
  );
  return { place, saved, exporter };
}

test("says how many flows it exports, and lists the removed secrets before it saves", async () => {
  const { place, saved } = await showForm();
  expect(words(place)).toContain("Export the listed flow");
  await click(findButton(place, "Preview export"));
  await expect.poll(() => words(place)).toContain("1 flow,");
  expect(words(find(place, "[aria-label='Removed secrets']"))).toContain("JWT claims");
  expect(saved).toEqual([]);
  await click(findButton(place, "Save file"));
  expect(saved).toHaveLength(1);
});

test("discards the preview when the claims are kept", async () => {
  const { place, exporter } = await showForm();
  await click(findButton(place, "Preview export"));
  await expect.poll(() => words(place)).toContain("Save file");
  await click(find(place, "input[type=checkbox]"));
  expect(exporter.state.value).toEqual({ kind: "idle" });
  expect(words(place)).toContain("Preview export");
});
