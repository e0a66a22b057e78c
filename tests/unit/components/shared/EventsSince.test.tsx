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

test("what arrived since is counted as it comes, and leads to a page of its own", async () => {
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
] as const)(
  "where none has come and the stream is %s, it says so",
  async (_name, stream, sentence) => {
    const { place } = await showSince({ stream });
    expect(words(place)).toBe(`No events since this run. ${sentence}`);
    // Screen readers must not announce each change of a countdown.
    expect(words(find(place, "[role=status]"))).toBe("No events since this run.");
  },
);

test("where there is a list to show them in, a click does so", async () => {
  let shown = 0;
  const { place } = await showSince({ events: [at(1, now)] }, () => {
    shown += 1;
  });
  await click(find(place, "button"));
  expect(shown).toBe(1);
  expect(words(place)).toBe("1 event since this run");
});

test.each([{ tenant: undefined }, { credential: undefined }])(
  "with %j, where nothing is listened to, it says nothing",
  async (given) => {
    const { place } = await showSince(given);
    expect(words(place)).toBe("");
  },
);
