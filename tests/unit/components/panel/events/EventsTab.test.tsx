import { expect, test } from "vitest";
import { EventsTab } from "../../../../../components/panel/events/EventsTab.tsx";
import { PanelModel } from "../../../../../lib/models/panel-model.ts";
import { click, find, findButton, show, words } from "../../show.ts";
import { createFakeWorker, makeEvent, now, openActivity } from "../../fake-worker.ts";

async function showTab(...given: Parameters<typeof openActivity>) {
  const opened = openActivity(...given);
  const model = new PanelModel();
  return { ...opened, place: await show(<EventsTab activity={opened.activity} model={model} />) };
}

test.each([
  [{ tenant: undefined, credential: undefined }, "No tenant yet. Add one to follow its events."],
  [{ credential: undefined }, "needs a management credential with the scope read:events"],
  [{}, "Listening from now on."],
])("with %j it says “%s”", async (differing, sentence) => {
  const { place } = await showTab(differing);
  expect(words(place)).toContain(sentence);
  expect(words(find(place, "footer"))).toBe("No events");
});

test("a setting that cannot be read is told, and not called no tenant", async () => {
  const { place } = await showTab({ tenant: undefined, trouble: "It cannot be read." });
  expect(words(find(place, "[role=alert]"))).toContain("It cannot be read.");
  expect(words(place)).not.toContain("No tenant yet");
});

test("an interrupted stream is told in a whole sentence above the events", async () => {
  const { place } = await showTab({
    events: [makeEvent(1)],
    stream: {
      name: "waiting",
      since: now,
      until: now + 5_000,
      why: "network",
      message: "The tenant cannot be reached.",
    },
  });
  expect(words(find(place, ".notice"))).toContain("The tenant cannot be reached.");
  expect(place.querySelectorAll("[role=option]")).toHaveLength(1);
});

test("what is shown counts as seen", async () => {
  const worker = createFakeWorker();
  worker.answer("events.mark-viewed", {});
  await showTab({ events: [makeEvent(7), makeEvent(6)], unread: 2 }, worker);
  expect(worker.sent).toEqual([{ command: "events.mark-viewed", request: { through: 7 } }]);
});

test("the selected event is shown whole, with what is wrong with it, and as text", async () => {
  const event = makeEvent(2, {
    malformed: true,
    problems: ["data.object: expected object"],
    envelope: { data: "<img src=x>" },
  });
  const { place } = await showTab({ events: [event, makeEvent(1)] });
  expect(words(place)).toContain("Choose an event to read it whole.");
  await click(find(place, "[data-sequence='2']"));
  const detail = find(place, ".event-detail");
  expect(words(detail)).toContain("data.object: expected object");
  expect(words(find(detail, "pre"))).toContain("<img src=x>");
  expect(place.querySelector("img")).toBeNull();
});

test("an event whose detail cannot be shown does not take the list with it", async () => {
  // A snapshot is copied and parsed on its way, so the mistake is planted where it is rendered.
  const { place, activity } = await showTab({ events: [makeEvent(2), makeEvent(1)] });
  const [newest] = activity.events.value;
  Object.defineProperty(newest, "envelope", {
    get() {
      throw new Error("a planted mistake");
    },
  });
  await click(find(place, "[data-sequence='2']"));
  expect(words(find(place, "[role=alert]"))).toContain("This event could not be shown.");
  expect(place.querySelectorAll("[role=option]")).toHaveLength(2);
  await click(find(place, "[data-sequence='1']"));
  expect(words(find(place, ".event-detail pre"))).toContain("evt_1");
  expect(() => findButton(place, "Show it again")).toThrow(/there are 0/);
});
