import { expect, test } from "vitest";

import { toFailure } from "../../../../lib/models/failure.ts";
import { RemoteError } from "../../../../lib/messages/remote-error.ts";

test("keeps the code and the message of a worker failure", () => {
  const error = new RemoteError({ code: "no-tenant", message: "There is none.", facts: {} });
  expect(toFailure(error)).toEqual({ code: "no-tenant", message: "There is none." });
});

test("keeps the facts of the Management API that match the schema", () => {
  const facts = { code: "conflict", message: "Taken.", status: 409, field: "name" } as const;
  const error = new RemoteError({ code: "conflict", message: "Taken.", facts });
  expect(toFailure(error)).toEqual({ code: "conflict", message: "Taken.", management: facts });
});

test("omits facts of another shape", () => {
  const facts = { code: "never heard of", status: "409" };
  const error = new RemoteError({ code: "conflict", message: "Taken.", facts });
  expect(toFailure(error)).toEqual({ code: "conflict", message: "Taken." });
});

test.each([new TypeError("hunter2"), "hunter2", { message: "hunter2" }, undefined])(
  "replaces an unexpected failure by a general message (case %#)",
  (thrown) => {
    const failure = toFailure(thrown);
    expect(failure).toMatchObject({ code: "unexpected", message: expect.stringMatching(/again/) });
    expect(JSON.stringify(failure)).not.toContain("hunter2");
  },
);
