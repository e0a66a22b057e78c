import { expect, test } from "vitest";
import * as z from "zod/mini";
import { NoSandboxError } from "../../../../lib/sandbox/no-sandbox-error.ts";
import { readStoredState, toErrorResponse } from "../../../../lib/sandbox/stored-state.ts";

const schema = z.object({ users: z.array(z.string()), events: z.object({ end: z.number() }) });
const events = { run: "a", end: 0, events: [] };

/** Returns the error that a function throws. */
function catchError(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("Nothing was thrown.");
}

test("a first start has no state", () => {
  expect(readStoredState(undefined, (value) => schema.parse(value))).toBeUndefined();
});

test("the stored parts and events are one state", () => {
  const stored = { parts: { users: ["Ada"], cookies: [] }, events };
  expect(readStoredState(stored, (value) => schema.parse(value))).toEqual({
    users: ["Ada"],
    events: { end: 0 },
  });
});

test("a state of another shape is an error that names the way on, not a new state", async () => {
  const error = catchError(() =>
    readStoredState({ parts: { users: "Ada" }, events }, (v) => schema.parse(v)),
  );
  expect(error.message).toMatch(/leaves it as it is.*forget this tenant/);
  const response = toErrorResponse(error, new Headers());
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ message: error.message });
  const page = toErrorResponse(error, new Headers({ accept: "text/html" }));
  expect(page.status).toBe(500);
  expect(await page.text()).toContain(`<p>${error.message}</p>`);
});

test("a removed sandbox responds that it was removed, and what to do", async () => {
  const response = toErrorResponse(new NoSandboxError(), new Headers());
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    error: "No sandbox",
    message: expect.stringContaining("choose “Try the sandbox”"),
  });
  const page = toErrorResponse(new NoSandboxError(), new Headers({ accept: "text/html" }));
  expect(await page.text()).toContain("<p>This sandbox was removed.");
});

test("another error is not hidden in a response", () => {
  expect(() => toErrorResponse(new TypeError("a fault"), new Headers())).toThrow("a fault");
});
