import { expect, test } from "vitest";
import { Panel, type EventsPart, type TokensPart } from "../../../../components/panel/Panel.tsx";
import { createLatePart } from "../../../../lib/models/late-part.ts";
import { PanelModel } from "../../../../lib/models/panel-model.ts";
import { runAtTenant } from "../../../../lib/models/runs/run-at-tenant.ts";
import { RunModel } from "../../../../lib/models/runs/run-model.ts";
import { createFakeWorker, now, openActivity } from "../fake-worker.ts";
import { click, find, findButton, show, words } from "../show.ts";

/** The panel, with parts that count how often their files are read, and fail as long as the test says so. */
async function showPanel() {
  const worker = createFakeWorker();
  const { activity } = openActivity({}, worker);
  const readings: string[] = [];
  const reading = { fails: false };
  const read = async <Part,>(name: string, part: Part): Promise<Part> => {
    readings.push(name);
    if (reading.fails) throw new TypeError("Failed to fetch");
    return part;
  };
  const tokens: TokensPart = { View: () => <p>a token</p>, take: () => undefined };
  const events: EventsPart = { View: () => <p>the events</p>, showSince: () => undefined };
  const place = await show(
    <Panel
      panel={new PanelModel()}
      activity={activity}
      run={
        new RunModel({
          send: worker.send,
          clock: { now: () => now, after: () => () => undefined },
          crypto,
          fetch: () => Promise.reject(new Error("no fetch is faked")),
          loadRunner: async () => runAtTenant,
        })
      }
      tokens={createLatePart(() => read("tokens", tokens))}
      events={createLatePart(() => read("events", events))}
    />,
  );
  const shown = () => words(find(place, "[role=tabpanel]"));
  return { place, readings, reading, shown };
}

test("the panel opens on its first tab, and reads the files of no other", async () => {
  const { readings, shown } = await showPanel();
  expect(shown()).toContain("Client ID");
  expect(readings).toEqual([]);
});

test("a tab is read when it is chosen, and once", async () => {
  const { place, readings, shown } = await showPanel();
  await click(findButton(place, "Events"));
  expect(shown()).toBe("the events");
  await click(findButton(place, "Tokens"));
  expect(shown()).toBe("a token");
  await click(findButton(place, "Events"));
  expect(shown()).toBe("the events");
  expect(readings).toEqual(["events", "tokens"]);
});

test("a tab that cannot be read says so, and is read again when it is chosen again", async () => {
  const { place, readings, reading, shown } = await showPanel();
  reading.fails = true;
  await click(findButton(place, "Tokens"));
  expect(shown()).toContain("This tab could not be loaded.");
  await click(findButton(place, "Run"));
  expect(shown()).toContain("Client ID");
  reading.fails = false;
  await click(findButton(place, "Tokens"));
  expect(shown()).toBe("a token");
  expect(readings).toEqual(["tokens", "tokens"]);
});
