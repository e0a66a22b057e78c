import { expect, test } from "vitest";

import { EventLogError } from "../../../../../lib/events/log/event-log-error.ts";
import {
  EventDetailModel,
  type EventDetail,
} from "../../../../../lib/models/events/event-detail-model.ts";
import { now, openWrittenLog, tenantId, until } from "./event-log-harness.ts";

const about = (object: Record<string, unknown>) => ({
  data: { object: { user_id: "u1", ...object } },
});

/** Returns the place of an event that was stored at the default time. */
const at = (sequence: number) => ({ sequence, storedAt: now });

async function openDetail() {
  const written = await openWrittenLog();
  const model = new EventDetailModel({ openLog: () => Promise.resolve(written.log) });
  const shown = async (): Promise<EventDetail> => {
    const state = await until(model.state, ({ kind }) => kind !== "none" && kind !== "reading");
    if (state.kind !== "shown") throw new Error(`The event is ${state.kind}.`);
    return state.detail;
  };
  return { ...written, model, shown };
}

test("compares an event with the previous one about the same user", async () => {
  const { write, model, shown } = await openDetail();
  await write([about({ nickname: "ada", email: "a@example.com" }), { type: "group.created" }]);
  await write([{ type: "user.updated", ...about({ nickname: "Ada", email: "a@example.com" }) }]);
  await model.find(tenantId, at(3));
  const { previous, whole, masked } = await shown();
  expect(previous?.id).toBe("e1");
  expect(masked).toEqual(whole);
  expect(whole.changes).toEqual([
    { path: ["data", "object", "nickname"], before: "ada", after: "Ada" },
  ]);
});

test("compares the first event about a user with nothing", async () => {
  const { write, model, shown } = await openDetail();
  await write([about({ nickname: "ada" })]);
  await model.find(tenantId, at(1));
  expect(await shown()).toMatchObject({ previous: undefined, whole: { changes: [] } });
});

test("does not compare an event with an unreadable one", async () => {
  const { write, log, activity } = await openWrittenLog();
  await write([about({ nickname: "ada" }), about({ nickname: "Ada" })]);
  const [newest, first] = activity.events.value;
  if (newest === undefined || first === undefined) throw new Error("The events are missing.");
  const model = new EventDetailModel({
    openLog: () =>
      Promise.resolve({ ...log, previous: async () => ({ ...first, damage: ["storedAt"] }) }),
  });
  await model.find(tenantId, newest);
  expect(model.state.value).toMatchObject({
    kind: "shown",
    detail: { previous: undefined, whole: { changes: [] } },
  });
});

test("shows a loaded event at once, and its changes later", async () => {
  const { write, activity, model, shown } = await openDetail();
  await write([about({ nickname: "ada" }), about({ nickname: "Ada" })]);
  const [newest] = activity.events.value;
  if (newest === undefined) throw new Error("There is no event.");
  const showing = model.show(newest);
  expect((await shown()).whole.changes).toEqual([]);
  await showing;
  expect((await shown()).whole.changes).toHaveLength(1);
});

test("keeps a loaded event if the previous one cannot be read", async () => {
  const { write, activity } = await openWrittenLog();
  await write([about({ nickname: "ada" })]);
  const [event] = activity.events.value;
  if (event === undefined) throw new Error("There is no event.");
  const model = new EventDetailModel({
    openLog: () => Promise.reject(new EventLogError("failed")),
  });
  await model.show(event);
  expect(model.state.value).toMatchObject({ kind: "shown", detail: { event: { id: "e1" } } });
});

test("shows and copies an event without its secrets, and counts them in the receipt", async () => {
  const { write, model, shown } = await openDetail();
  await write([about({ password: "planted-secret-1", nickname: "ada" })]);
  await write([about({ password: "planted-secret-2", nickname: "Ada" })]);
  await model.find(tenantId, at(2));
  const { whole, masked, receipt } = await shown();
  expect(JSON.stringify(whole)).toContain("planted-secret-2");
  expect(JSON.stringify(masked)).not.toContain("planted");
  expect(masked.changes.map(({ path }) => path.at(-1))).toEqual(["password", "nickname"]);
  expect(receipt).toMatchObject({ places: 1, kinds: { password: 1 } });
});

test("distinguishes an event that was deleted for room from an event of a deleted log", async () => {
  const { log, write } = await openWrittenLog(2);
  const model = new EventDetailModel({ openLog: () => Promise.resolve(log) });
  await write([{}, {}, {}]);
  await model.find(tenantId, at(1));
  expect(model.state.value).toEqual({ kind: "gone", why: "gave-way" });
  await log.forget(tenantId);
  await model.find(tenantId, at(3));
  expect(model.state.value).toEqual({ kind: "gone", why: "removed" });
});

test("does not confuse the event with the same sequence in a later log", async () => {
  const { log, write, model } = await openDetail();
  await write([{}]);
  await log.forget(tenantId);
  await write([{}], { at: now + 1 });
  await model.find(tenantId, at(1));
  expect(model.state.value).toEqual({ kind: "gone", why: "removed" });
  await model.find(tenantId, { sequence: 1, storedAt: now + 1 });
  expect(model.state.value).toMatchObject({ kind: "shown", detail: { event: { id: "e2" } } });
});

test("reports the message of a log that cannot be opened", async () => {
  const model = new EventDetailModel({
    openLog: () => Promise.reject(new EventLogError("blocked")),
  });
  await model.find(tenantId, at(1));
  expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "blocked" } });
});

test("discards a response after another event was requested", async () => {
  const { write, log } = await openWrittenLog();
  await write([{}, {}]);
  const late = Promise.withResolvers<typeof log>();
  const logs = [late.promise, Promise.resolve(log)];
  const model = new EventDetailModel({ openLog: () => logs.shift() ?? Promise.resolve(log) });
  const first = model.find(tenantId, at(1));
  await model.find(tenantId, at(2));
  late.resolve(log);
  await first;
  expect(model.state.value).toMatchObject({ kind: "shown", detail: { event: { id: "e2" } } });
});
