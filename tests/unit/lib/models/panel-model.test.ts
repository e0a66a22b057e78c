import { expect, test } from "vitest";

import { PanelModel } from "../../../../lib/models/panel-model.ts";

test("the panel opens on the login run, and shows the tab that is chosen", () => {
  const model = new PanelModel();
  expect(model.tab.value).toBe("run");
  model.select("events");
  expect(model.tab.value).toBe("events");
});
