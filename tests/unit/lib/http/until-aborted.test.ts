import { expect, test } from "vitest";
import { untilAborted } from "../../../../lib/http/until-aborted.ts";

test("settles like the promise while the signal is not aborted", async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
  const error = new TypeError("network error");
  await expect(untilAborted(Promise.reject(error), signal)).rejects.toBe(error);
});

test("rejects on abort although the promise never settles", async () => {
  const controller = new AbortController();
  const waiting = untilAborted(new Promise(() => undefined), controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});

test("hands over a value that arrives after the abort", async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<string>();
  const late: string[] = [];
  const waiting = untilAborted(work.promise, controller.signal, (value) => {
    late.push(value);
  });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  work.resolve("the response");
  await work.promise;
  expect(late).toEqual(["the response"]);
});

test("rejects and hands over the value if the signal has aborted before", async () => {
  const late: string[] = [];
  const waiting = untilAborted(Promise.resolve("the response"), AbortSignal.abort(), (value) => {
    late.push(value);
  });
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  expect(late).toEqual(["the response"]);
});

test("does not hand over a value that arrived in time when the signal aborts later", async () => {
  const controller = new AbortController();
  const late: string[] = [];
  const value = await untilAborted(Promise.resolve("in time"), controller.signal, (given) => {
    late.push(given);
  });
  controller.abort();
  await Promise.resolve();
  expect([value, late]).toEqual(["in time", []]);
});

test("ignores the failure of work that was aborted", async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<string>();
  const waiting = untilAborted(work.promise, controller.signal);
  controller.abort();
  work.reject(new Error("too late"));
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});
