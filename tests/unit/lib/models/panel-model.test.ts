import { expect, test } from "vitest";

import { PanelModel } from "../../../../lib/models/panel-model.ts";

test("opens on the trace, and shows the selected tab", () => {
  const model = new PanelModel();
  expect(model.tab.value).toBe("trace");
  model.select("events");
  expect(model.tab.value).toBe("events");
});
