import { expect, test } from "vitest";
import { now, tenant } from "../../fake-worker.ts";
import { click, find, findButton, findField, submit, type, words } from "../../show.ts";
import { showEvents } from "./show-events.tsx";

async function openForm() {
  const shown = await showEvents({ events: [{}] });
  shown.worker.answer("stream.resume-from", {});
  await click(findButton(shown.place, "Resume from…"));
  const isOpen = () => shown.place.querySelector("form[aria-label='Resume from']") !== null;
  return { ...shown, isOpen };
}

/** Returns a local time in the format of a datetime-local field. */
function writeLocal(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 19);
}

test("resumes from a local time", async () => {
  const { place, worker, isOpen } = await openForm();
  const at = now - 3_600_000;
  await type(findField(place, "Local time"), writeLocal(at));
  await submit(place);
  expect(worker.sent.at(-1)).toEqual({
    command: "stream.resume-from",
    request: { tenantId: tenant.id, from: { kind: "time", at } },
  });
  expect(isOpen()).toBe(false);
});

test("resumes from a cursor", async () => {
  const { place, worker, isOpen } = await openForm();
  await click(find(place, "input[value=cursor]"));
  await type(findField(place, "Cursor"), " opaque-7 ");
  await submit(place);
  expect(worker.sent.at(-1)).toEqual({
    command: "stream.resume-from",
    request: { tenantId: tenant.id, from: { kind: "cursor", cursor: "opaque-7" } },
  });
  expect(isOpen()).toBe(false);
});

test("rejects a cursor of more than 1024 characters at its field, and sends nothing", async () => {
  const { place, worker, isOpen } = await openForm();
  const sent = worker.sent.length;
  await click(find(place, "input[value=cursor]"));
  await type(findField(place, "Cursor"), "x".repeat(1_025));
  await submit(place);
  expect(words(find(place, "form .problem"))).toBe(
    "A cursor has at most 1024 characters; this one has 1025.",
  );
  expect(worker.sent).toHaveLength(sent);
  expect(isOpen()).toBe(true);
});

test("resumes from now", async () => {
  const { place, worker } = await openForm();
  await click(find(place, "input[value=now]"));
  await submit(place);
  expect(worker.sent.at(-1)).toMatchObject({ request: { from: { kind: "now" } } });
});
