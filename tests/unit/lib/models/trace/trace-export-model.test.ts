import { expect, test } from "vitest";
import { TraceExportModel } from "../../../../../lib/models/trace/trace-export-model.ts";
import { readSample, sampleSecrets } from "../../trace/file/sample-capture.ts";

function openExport({ onTurn = (): void => undefined } = {}) {
  const saved: { name: string; type: string; text: string }[] = [];
  let dropped = 0;
  const model = new TraceExportModel({
    extension: "0.1.0",
    browser: "Chrome 156",
    now: () => Date.UTC(2026, 10, 23, 9),
    createFile(type) {
      let text = "";
      return {
        write: (piece) => {
          text += piece;
        },
        size: () => text.length,
        save: (name) => saved.push({ name, type, text }),
        drop: () => {
          dropped += 1;
        },
      };
    },
    yieldToEventLoop: () => {
      onTurn();
      return Promise.resolve();
    },
  });
  return { model, saved, dropped: () => dropped };
}

test.each([
  ["har", "logins-20261123T090000Z.har", "application/json", '{"log":{"version":"1.2"'],
  ["json", "logins-20261123T090000Z.json", "application/json", '{"format":"tenant-inspector'],
  ["markdown", "logins-20261123T090000Z.md", "text/markdown", "# Login trace"],
] as const)("saves the listed flows as %s, after a preview", async (format, name, type, begin) => {
  const { flows } = await readSample();
  const { model, saved } = openExport();
  model.setFormat(format);
  await model.write(flows);
  expect(model.state.value).toMatchObject({ kind: "ready", written: 1, name });
  expect(saved).toEqual([]);
  model.save();
  expect(saved).toEqual([{ name, type, text: expect.stringContaining(begin) }]);
  expect(model.state.value).toEqual({ kind: "saved", written: 1, name });
});

test("writes one flow as Markdown for an issue, without its secrets, and leaves the file alone", async () => {
  const { flows } = await readSample();
  const { model, saved } = openExport();
  await model.write(flows);
  const [flow] = flows;
  if (flow === undefined) throw new Error("The sample has no flow.");
  const report = await model.writeReport(flow);
  expect(report).toContain("# Login trace");
  expect(report).toContain("- 1 flow, 2 requests");
  for (const secret of Object.values(sampleSecrets)) expect(report).not.toContain(secret);
  expect(model.state.value).toMatchObject({ kind: "ready", name: "logins-20261123T090000Z.har" });
  expect(saved).toEqual([]);
});

test("saves nothing after a cancelled export", async () => {
  const { flows } = await readSample();
  const { model, saved, dropped } = openExport({ onTurn: () => model.cancel() });
  await model.write(flows);
  model.save();
  expect(model.state.value).toEqual({ kind: "cancelled" });
  expect({ saved, dropped: dropped() }).toEqual({ saved: [], dropped: 1 });
});

test.each([
  ["har", "auth0|ada"],
  ["json", "auth0|ada"],
  ["markdown", "n1"],
] as const)(
  "keeps a value that the person chose in a file as %s, which lists it",
  async (format, chosen) => {
    const { flows } = await readSample();
    const { model, saved } = openExport();
    model.setFormat(format);
    await model.write(flows);
    const listed = model.state.value.kind === "ready" ? model.state.value.replaced : [];
    expect(listed).toContainEqual(expect.objectContaining({ value: chosen, isKept: false }));
    await model.setKept(chosen, true);
    expect(model.state.value).toMatchObject({ kind: "ready", receipt: { keptByHand: 1 } });
    model.save();
    expect(saved[0]?.text).toContain(
      format === "markdown"
        ? `## Values kept by hand\n\n- \`${chosen}\``
        : `"_keptByHand":["${chosen}"]`,
    );
    for (const secret of Object.values(sampleSecrets)) expect(saved[0]?.text).not.toContain(secret);
  },
);

test("replaces a value again, and forgets the choice with the form", async () => {
  const { flows } = await readSample();
  const { model, saved } = openExport();
  await model.write(flows);
  await model.setKept("auth0|ada", true);
  await model.setKept("auth0|ada", false);
  model.save();
  await model.setKept("auth0|ada", true);
  model.close();
  await model.write(flows);
  model.save();
  expect(saved).toHaveLength(2);
  for (const { text } of saved) expect(text).not.toContain("_keptByHand");
});

test("a report of one flow keeps nothing by hand", async () => {
  const { flows } = await readSample();
  const { model } = openExport();
  await model.write(flows);
  await model.setKept("n1", true);
  const [flow] = flows;
  if (flow === undefined) throw new Error("The sample has no flow.");
  expect(await model.writeReport(flow)).not.toContain("kept by hand");
});

test("shows the last preview while the file is written again", async () => {
  const { flows } = await readSample();
  const kinds = new Set<string>();
  const { model } = openExport({
    onTurn: () => {
      const state = model.state.value;
      if (state.kind === "writing") kinds.add(state.last === undefined ? "first" : "again");
    },
  });
  await model.write(flows);
  await model.setKept("auth0|ada", true);
  expect([...kinds]).toEqual(["first", "again"]);
});
