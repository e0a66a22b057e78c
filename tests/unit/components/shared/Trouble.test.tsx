import { expect, test } from "vitest";
import { Trouble } from "../../../../components/shared/Trouble.tsx";
import { click, find, findButton, show, words } from "../show.ts";
import { openActivity } from "../fake-worker.ts";

test("shows the worker's message with a link to the options", async () => {
  const { activity, worker } = openActivity({
    trouble: { code: "damaged-storage", message: "The stored setting cannot be read." },
  });
  worker.answer("options.open", {});
  const place = await show(<Trouble activity={activity} />);
  expect(words(find(place, "[role=alert]"))).toContain("The stored setting cannot be read.");
  await click(findButton(place, "Open options"));
  expect(worker.sent).toEqual([{ command: "options.open", request: {} }]);
});

test("shows nothing without a problem", async () => {
  const place = await show(<Trouble activity={openActivity().activity} />);
  expect(place.childNodes).toHaveLength(0);
});
