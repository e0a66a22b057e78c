import { expect, test } from "vitest";

import { PopupModel } from "../../../../lib/models/popup-model.ts";

test("the popup opens on the token exchange profiles, and shows the tab that is chosen", () => {
  const model = new PopupModel();
  expect(model.tab.value).toBe("exchange");
  model.select("connections");
  expect(model.tab.value).toBe("connections");
});
