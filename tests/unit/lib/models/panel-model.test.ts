import { expect, test } from "vitest";

import { PanelModel } from "../../../../lib/models/panel-model.ts";

test("the panel opens on the login run, with no event selected", () => {
  const model = new PanelModel();
  expect(model.tab.value).toBe("run");
  expect(model.selectedSequence.value).toBeUndefined();
});

test("the event that is selected stays so while other tabs are shown", () => {
  const model = new PanelModel();
  model.select("events");
  model.selectEvent(7);
  model.select("tokens");
  expect(model.tab.value).toBe("tokens");
  expect(model.selectedSequence.value).toBe(7);
  model.selectEvent(undefined);
  expect(model.selectedSequence.value).toBeUndefined();
});
