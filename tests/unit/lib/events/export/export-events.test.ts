import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";

import {
  exportEvents,
  type ExportOptions,
  type ExportProgress,
} from "../../../../../lib/events/export/export-events.ts";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import {
  createRedactor,
  type RedactionReceipt,
} from "../../../../../lib/redaction/create-redactor.ts";
import { parseTenantEvent } from "../../../../../lib/events/payloads/parse-tenant-event.ts";
import { makeUserEvent } from "../sample-events.ts";

const entrySchema = z.object({
  event: z.optional(
    z.looseObject({ sequence: z.number(), envelope: z.looseObject({ id: z.string() }) }),
  ),
  mark: z.optional(z.looseObject({ kind: z.string() })),
  receipt: z.optional(z.unknown()),
});
const fileSchema = z.object({
  tenant: z.string(),
  entries: z.array(entrySchema),
  receipt: z.unknown(),
});
const event = (id: string, over = {}) =>
  parseTenantEvent(makeUserEvent(id, { access_token: "same-secret", ...over }), undefined, "f");

async function fill(count = 3, maxEvents = 50_000) {
  const log = await openEventLog({
    indexedDB: new IDBFactory(),
    retentionOf: () => ({ maxEvents }),
  });
  onTestFinished(() => log.close());
  await log.append("a", { at: 0, events: [event("1")], position: { cursor: "a-cursor" } });
  await log.append("a", {
    at: 1_000,
    marks: [
      { kind: "gap", from: "x", to: "y", reason: "expired" },
      { kind: "resumed", chosen: "cursor", point: "a-cursor" },
      {
        kind: "unreadable",
        count: 1,
        code: "not-json",
        message: "No.",
        raw: '{"password":"p-secret"}',
      },
    ],
  });
  const rest = Array.from({ length: count - 1 }, (_, index) => event(String(index + 2)));
  await log.append("a", { at: 2_000, events: rest });
  return log;
}

async function run(over: Omit<ExportOptions<RedactionReceipt>, "tenantId" | "redactor">) {
  const writing = exportEvents({ tenantId: "a", redactor: createRedactor(), ...over });
  let text = "";
  for (let step = await writing.next(); ; step = await writing.next()) {
    if (step.done === true) return { text, result: step.value };
    text += step.value;
  }
}
const nameOf = ({ event, mark }: z.infer<typeof entrySchema>) =>
  event?.envelope.id ?? mark?.kind ?? "receipt";

test("writes one line of NDJSON for each event and mark in order, then a receipt", async () => {
  const { text, result } = await run({ log: await fill(), format: "ndjson" });
  expect(text.endsWith("\n")).toBe(true);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => entrySchema.parse(JSON.parse(line)));
  expect(lines.map(nameOf)).toEqual(["1", "gap", "resumed", "unreadable", "2", "3", "receipt"]);
  expect(lines[0]?.event).toMatchObject({
    sequence: 1,
    arrived: "1970-01-01T00:00:00.000Z",
    type: "user.created",
    envelope: { access_token: "[removed token 1]" },
  });
  expect(lines[3]?.mark).toMatchObject({ problem: "not-json", at: "1970-01-01T00:00:01.000Z" });
  expect(lines.at(-1)?.receipt).toEqual(result);
  expect(result).toEqual({
    written: 3,
    redaction: { places: 4, secrets: 2, kinds: { token: 3, password: 1 } },
  });
  expect(text).not.toMatch(/same-secret|p-secret|a-cursor/u);
});

test("removes a secret from an event before the event that names it", async () => {
  const log = await fill(1);
  const early = event("early", { note: "the key is k3y-of-ada, keep it" });
  const late = event("late", { api_key: "k3y-of-ada" });
  await log.append("a", { at: 3_000, events: [early, late] });
  const { text, result } = await run({ log, format: "json" });
  expect(text).not.toContain("k3y-of-ada");
  expect(text).toContain("the key is [removed secret 1], keep it");
  expect(result.redaction.kinds).toMatchObject({ secret: 2 });
});

test("writes one JSON object with the same entries", async () => {
  const { text, result } = await run({ log: await fill(), format: "json" });
  const file = fileSchema.parse(JSON.parse(text));
  expect(file.tenant).toBe("a");
  expect(file.entries.map(nameOf)).toEqual(["1", "gap", "resumed", "unreadable", "2", "3"]);
  expect(file.receipt).toEqual(result);
});

test("writes the retention mark first, and includes gaps without events around them", async () => {
  const { text } = await run({ log: await fill(3, 1), format: "ndjson" });
  const names = text
    .trimEnd()
    .split("\n")
    .map((line) => nameOf(entrySchema.parse(JSON.parse(line))));
  expect(names).toEqual(["retained", "3", "receipt"]);
});

test("omits filtered events, but never a mark", async () => {
  const isIncluded = (sequence: number) => sequence === 2;
  const { text, result } = await run({ log: await fill(), format: "json", isIncluded });
  expect(fileSchema.parse(JSON.parse(text)).entries.map(nameOf)).toEqual([
    "gap",
    "resumed",
    "unreadable",
    "2",
  ]);
  expect(result.written).toBe(1);
});

test("writes no time of arrival for an event without one", async () => {
  const log = await fill(1);
  const [whole] = await log.latest("a", 1);
  if (whole === undefined) throw new Error("There is no event.");
  const damaged = { ...whole, storedAt: 0, damage: ["storedAt"] };
  const { text } = await run({
    log: {
      ...log,
      async *chunks() {
        yield [damaged];
      },
    },
    format: "json",
  });
  expect(text).toContain(`"id":"${whole.id}"`);
  expect(text).not.toContain('"arrived"');
});

test("writes a complete file for an empty log, in both formats", async () => {
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  onTestFinished(() => log.close());
  const receipt = { written: 0, redaction: { places: 0, secrets: 0, kinds: {} } };
  expect(JSON.parse((await run({ log, format: "ndjson" })).text)).toEqual({ receipt });
  expect(JSON.parse((await run({ log, format: "json" })).text)).toEqual({
    tenant: "a",
    entries: [],
    receipt,
  });
});

test("reads a long export in batches of 100 events, reports progress, and can be aborted between them", async () => {
  const log = await fill(1_200);
  const progress: ExportProgress[] = [];
  const controller = new AbortController();
  const { signal } = controller;
  const onProgress = (told: ExportProgress) => {
    progress.push(told);
    if (progress.length === 2) controller.abort(new Error("given up"));
  };
  await expect(run({ log, format: "ndjson", signal, onProgress })).rejects.toThrow("given up");
  expect(progress).toEqual([
    { step: "search", done: 100, total: 1_200, written: 0 },
    { step: "search", done: 200, total: 1_200, written: 0 },
  ]);
  await expect(run({ log, format: "json", signal })).rejects.toThrow("given up");
  progress.length = 0;
  const { result } = await run({ log, format: "json", onProgress: (told) => progress.push(told) });
  expect(result.written).toBe(1_200);
  expect(progress).toHaveLength(24);
  expect(progress[12]).toEqual({ step: "write", done: 100, total: 1_200, written: 100 });
});
