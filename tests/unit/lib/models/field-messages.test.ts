import { expect, test } from "vitest";

import { placeFieldMessages } from "../../../../lib/models/field-messages.ts";

test("each field gets the first sentence that is about it", () => {
  expect(
    placeFieldMessages([
      { field: "name", message: "First." },
      { field: "name", message: "Second." },
      { field: "", message: "Whole." },
    ]),
  ).toEqual({ name: "First.", "": "Whole." });
});

test("no message is no field", () => {
  expect(placeFieldMessages([])).toEqual({});
});
