import { describe, expect, test } from "vitest";

import { EventLogError } from "../../../../lib/events/log/event-log-error.ts";
import { ManagementError } from "../../../../lib/management/refusals/management-error.ts";
import {
  errorReportSchema,
  RemoteError,
  reportError,
} from "../../../../lib/messages/remote-error.ts";

test("an error created from a report is an Error with code, message and facts", () => {
  const report = { code: "no-tenant", message: "There is no tenant yet.", facts: { at: 7 } };
  const error = new RemoteError(report);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "RemoteError", ...report });
});

describe("reporting a thrown value", () => {
  test("an error with a code of ours is reported with its own message", () => {
    expect(reportError(new EventLogError("full", new Error("quota of hunter2")))).toEqual({
      code: "full",
      message: expect.stringContaining("storage is full"),
      facts: {},
    });
  });

  test("an error with facts is reported with them", () => {
    const facts = { code: "rate-limited", message: "Wait.", status: 429, retryAt: 9 } as const;
    expect(reportError(new ManagementError(facts))).toEqual({
      code: "rate-limited",
      message: "Wait.",
      facts,
    });
  });

  test("an error created from a report is reported unchanged", () => {
    const report = { code: "no-tenant", message: "There is no tenant yet.", facts: {} };
    expect(reportError(new RemoteError(report))).toMatchObject({
      code: "no-tenant",
      message: "There is no tenant yet.",
    });
  });

  test.each([
    ["an error without a code", new TypeError("hunter2"), "TypeError"],
    ["an exception of the browser", new DOMException("hunter2", "Quota"), "Quota"],
    ["an error whose code is no text", Object.assign(new Error("hunter2"), { code: 7 }), "Error"],
    [
      "an object with the shape of a report",
      { code: "x", message: "hunter2", facts: {} },
      "object",
    ],
    ["a string", "hunter2", "string"],
    ["nothing", undefined, "undefined"],
  ])("%s is reported only by its kind", (_what, thrown, name) => {
    const report = reportError(thrown);
    expect(report.code).toBe("unexpected");
    expect(report.message).toMatch(/Try again/);
    expect(report.facts).toEqual({ name });
    expect(JSON.stringify(report)).not.toContain("hunter2");
  });

  test("every report matches the message schema", () => {
    for (const thrown of [undefined, new Error("x"), new EventLogError("failed")])
      expect(errorReportSchema.safeParse(reportError(thrown)).success).toBe(true);
  });
});
