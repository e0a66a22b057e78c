import { expect, test } from "vitest";
import { placeRefusal } from "../../../../lib/models/place-refusal.ts";

const refusal = { code: "invalid-body", message: "It was refused." } as const;
const fields = ["name", "action_id"];
const place = (facts: { field?: string; property?: string; serviceMessage?: string }) =>
  placeRefusal({ ...refusal, management: { ...refusal, ...facts } }, fields);

test("binds the service's message to the field that it names", () => {
  const serviceMessage = "The action_id is unknown.";
  expect(place({ serviceMessage })).toEqual({
    action_id: "Response from the service: “The action_id is unknown.”",
  });
});

test("prefers the field of a status or property to the field in the message", () => {
  const serviceMessage = "The action_id is unknown.";
  expect(place({ serviceMessage, field: "name" })).toEqual({ name: "It was refused." });
  expect(place({ serviceMessage, field: "name", property: "name" })).toEqual({
    name: "Response from the service: “The action_id is unknown.”",
  });
});

test("binds nothing without a matching field of the form", () => {
  expect(place({ serviceMessage: "The tenant_id is unknown." })).toEqual({});
  expect(place({})).toEqual({});
  expect(placeRefusal({ code: "x", message: "y" }, fields)).toEqual({});
});
