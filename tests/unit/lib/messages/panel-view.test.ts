import { expect, test } from "vitest";
import { readPanelView, type PanelView } from "../../../../lib/messages/panel-view.ts";

const view: PanelView = {
  tab: "events",
  flowShare: 30,
  flowChips: ["login", "token"],
  eventShare: 70,
  eventTypes: ["user.created"],
  claimsForm: "tree",
  runs: { "https://acme.example": { operation: "authorize", way: "page" } },
};

test("reads what the panel stored", () => {
  expect(readPanelView(JSON.parse(JSON.stringify(view)))).toEqual(view);
});

test.each<[name: keyof PanelView, wrong: unknown]>([
  ["tab", "cookies"],
  ["flowShare", 0],
  ["flowChips", ["login", "password"]],
  ["eventShare", "70"],
  ["eventTypes", ["x".repeat(101)]],
  ["claimsForm", 1],
  ["runs", { "https://acme.example": { operation: "authorize", way: "popup" } }],
])("shows the default for an invalid %s, and keeps the other values", (name, wrong) => {
  const { [name]: _replaced, ...others } = view;
  expect(readPanelView({ ...view, [name]: wrong })).toEqual(others);
});

test.each([undefined, null, "damaged", [], { of: "a later version" }])(
  "shows the defaults for %o",
  (stored) => {
    expect(readPanelView(stored)).toEqual({});
  },
);

test("does not read a value that is not of the view, such as the text of a filter", () => {
  expect(readPanelView({ tab: "run", query: "ada@example.com" })).toEqual({ tab: "run" });
});
