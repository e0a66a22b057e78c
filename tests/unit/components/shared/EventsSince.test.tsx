import { expect, test } from "vitest";
import { EventsSince } from "../../../../components/shared/EventsSince.tsx";
import { makeEvent, now, openActivity, tenantRef } from "../fake-worker.ts";
import { click, find, perform, show, words } from "../show.ts";

async function showSince(given: Parameters<typeof openActivity>[0], onShow?: () => void) {
  const opened = openActivity(given);
  const place = await show(
    <EventsSince
      activity={opened.activity}
      at={now}
      what="this run"
      {...(onShow === undefined ? {} : { onShow })}
    />,
  );
  return { ...opened, place };
}

const at = (sequence: number, storedAt: number) => makeEvent(sequence, { storedAt });

test("counts the events as they arrive, and links to a page of their own", async () => {
  const { place, tell } = await showSince({ events: [at(1, now - 1)] });
  expect(words(place)).toBe("No events since this run.");
  await perform(() => tell({ events: [at(3, now + 2), at(2, now), at(1, now - 1)] }));
  expect(words(place)).toBe("2 events since this run");
  const href = find(place, "a").getAttribute("href");
  expect(href).toBe(`/event.html#since/${tenantRef}/${now}`);
});

test.each([
  ["paused", { name: "stopped", since: now, why: "asked", message: "" }, "Stream: paused."],
  ["connecting", { name: "connecting", since: now, resume: "cursor" }, "Stream: connecting."],
] as const)("reports no events while the stream is %s", async (_name, stream, sentence) => {
  const { place } = await showSince({ stream });
  expect(words(place)).toBe(`No events since this run. ${sentence}`);
  // Screen readers must not announce each change of a countdown.
  expect(words(find(place, "[role=status]"))).toBe("No events since this run.");
});

test("shows the events in a list on a click, if there is one", async () => {
  let shown = 0;
  const { place } = await showSince({ events: [at(1, now)] }, () => {
    shown += 1;
  });
  await click(find(place, "button"));
  expect(shown).toBe(1);
  expect(words(place)).toBe("1 event since this run");
});

test.each([{ tenant: undefined }, { credential: undefined }])(
  "with %j, where the stream is not followed, shows nothing",
  async (given) => {
    const { place } = await showSince(given);
    expect(words(place)).toBe("");
  },
);
