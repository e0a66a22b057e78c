import { expect, test } from "vitest";
import { openProfiles } from "./connection-harness.ts";

const profiles = [
  { id: "cop_1", name: "workforce", enabled_features: ["scim"] },
  { id: "cop_2", name: "partners", strategy_overrides: { okta: { enabled_features: [] } } },
  { id: "cop_3", name: "agencies", connection_name_prefix_template: "ag-{org_id}" },
  { id: "cop_4", name: "staff", organization: { show_as_button: "required" } },
];

async function openFiltered(query: string) {
  const { model } = openProfiles({ list: async () => ({ profiles }) });
  await model.begin();
  model.filter.setQuery(query);
  return { model, names: () => model.filter.items.value.map(({ name }) => name) };
}

test.each([
  ["its name", "WORK", "workforce"],
  ["its id", "cop_2", "partners"],
  ["a feature", "scim", "workforce"],
  ["a strategy that it overrides", "okta", "partners"],
  ["its prefix template", "ag-{org_id}", "agencies"],
  ["its organization settings", "required", "staff"],
])("finds a connection profile by %s", async (_what, query, name) => {
  const { names } = await openFiltered(query);
  expect(names()).toEqual([name]);
});

test("never hides a profile with unsent input", async () => {
  const { model, names } = await openFiltered("");
  model.open("cop_3");
  model.editor.set("name", "agents");
  model.leave();
  model.filter.setQuery("okta");
  expect(names()).toEqual(["partners", "agencies"]);
  expect(model.filter.summary.value).toContain("2 of 4 shown, including 1 outside the filter");
  model.open("cop_3");
  model.discard();
  model.leave();
  expect(names()).toEqual(["partners"]);
});
