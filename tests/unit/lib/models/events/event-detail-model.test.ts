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

test("an event comes with what changed since the one before about the same user", async () => {
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

test("the first event about a user has nothing before it", async () => {
  const { write, model, shown } = await openDetail();
  await write([about({ nickname: "ada" })]);
  await model.find(tenantId, at(1));
  expect(await shown()).toMatchObject({ previous: undefined, whole: { changes: [] } });
});

test("an event is not compared with one that cannot be read", async () => {
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

test("an event at hand is shown at once, and its changes follow", async () => {
  const { write, activity, model, shown } = await openDetail();
  await write([about({ nickname: "ada" }), about({ nickname: "Ada" })]);
  const [newest] = activity.events.value;
  if (newest === undefined) throw new Error("There is no event.");
  const showing = model.show(newest);
  expect((await shown()).whole.changes).toEqual([]);
  await showing;
  expect((await shown()).whole.changes).toHaveLength(1);
});

test("an event at hand stays on show when the one before it cannot be read", async () => {
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

test("without its secrets it is shown first and copied, and the receipt counts them", async () => {
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

test("tells an event that gave way to newer ones from one whose log was removed", async () => {
  const { log, write } = await openWrittenLog(2);
  const model = new EventDetailModel({ openLog: () => Promise.resolve(log) });
  await write([{}, {}, {}]);
  await model.find(tenantId, at(1));
  expect(model.state.value).toEqual({ kind: "gone", why: "gave-way" });
  await log.forget(tenantId);
  await model.find(tenantId, at(3));
  expect(model.state.value).toEqual({ kind: "gone", why: "removed" });
});

test("does not take the event with the same sequence in a later log for the one that is asked for", async () => {
  const { log, write, model } = await openDetail();
  await write([{}]);
  await log.forget(tenantId);
  await write([{}], { at: now + 1 });
  await model.find(tenantId, at(1));
  expect(model.state.value).toEqual({ kind: "gone", why: "removed" });
  await model.find(tenantId, { sequence: 1, storedAt: now + 1 });
  expect(model.state.value).toMatchObject({ kind: "shown", detail: { event: { id: "e2" } } });
});

test("a log that cannot be opened is told in its own words", async () => {
  const model = new EventDetailModel({
    openLog: () => Promise.reject(new EventLogError("blocked")),
  });
  await model.find(tenantId, at(1));
  expect(model.state.value).toMatchObject({ kind: "failed", failure: { code: "blocked" } });
});

test("an answer that comes after another event was asked for is dropped", async () => {
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
