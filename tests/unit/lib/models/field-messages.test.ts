import { expect, test } from "vitest";

import { placeFieldMessages } from "../../../../lib/models/field-messages.ts";

test("gives each field the first message about it", () => {
  expect(
    placeFieldMessages([
      { field: "name", message: "First." },
      { field: "name", message: "Second." },
      { field: "", message: "Whole." },
    ]),
  ).toEqual({ name: "First.", "": "Whole." });
});

test("returns no field without messages", () => {
  expect(placeFieldMessages([])).toEqual({});
});
