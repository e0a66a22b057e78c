import { useState } from "preact/hooks";
import { expect, test } from "vitest";
import { Divider } from "../../../../components/shared/Divider.tsx";
import { find, press, show } from "../show.ts";

function Halves() {
  const [percent, set] = useState(50);
  return <Divider share={{ percent, set }} label="Width of the list" />;
}

test.each([
  ["ArrowLeft", "46"],
  ["ArrowRight", "54"],
  ["Home", "20"],
  ["End", "80"],
])("%s moves it to %s percent", async (key, percent) => {
  const place = await show(<Halves />);
  expect(await press(find(place, "[role=separator]"), key)).toBe(true);
  expect(find(place, "[role=separator]").getAttribute("aria-valuenow")).toBe(percent);
});

test("stays within its bounds, and ignores other keys", async () => {
  const place = await show(<Halves />);
  const divider = find(place, "[role=separator]");
  await press(divider, "End");
  await press(divider, "ArrowRight");
  expect(divider.getAttribute("aria-valuenow")).toBe("80");
  expect(await press(divider, "ArrowDown")).toBe(false);
});
