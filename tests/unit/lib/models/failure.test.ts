import { expect, test } from "vitest";

import { toFailure } from "../../../../lib/models/failure.ts";
import { RemoteError } from "../../../../lib/messages/remote-error.ts";

test("a failure of the worker keeps its code and its sentence", () => {
  const error = new RemoteError({ code: "no-tenant", message: "There is none.", facts: {} });
  expect(toFailure(error)).toEqual({ code: "no-tenant", message: "There is none." });
});

test("what the management interface said is kept where it fits", () => {
  const facts = { code: "conflict", message: "Taken.", status: 409, field: "name" } as const;
  const error = new RemoteError({ code: "conflict", message: "Taken.", facts });
  expect(toFailure(error)).toEqual({ code: "conflict", message: "Taken.", management: facts });
});

test("facts of another shape are left out", () => {
  const facts = { code: "never heard of", status: "409" };
  const error = new RemoteError({ code: "conflict", message: "Taken.", facts });
  expect(toFailure(error)).toEqual({ code: "conflict", message: "Taken." });
});

test.each([new TypeError("hunter2"), "hunter2", { message: "hunter2" }, undefined])(
  "an unforeseen failure becomes a general sentence (case %#)",
  (thrown) => {
    const failure = toFailure(thrown);
    expect(failure).toMatchObject({ code: "unexpected", message: expect.stringMatching(/again/) });
    expect(JSON.stringify(failure)).not.toContain("hunter2");
  },
);
