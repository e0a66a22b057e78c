import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "../../../../components/shared/CopyButton.tsx";
import { click, findButton, perform, show, words } from "../show.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("copies the text and reports it until the focus moves", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const place = await show(<CopyButton name="the callback URL" text="https://a.example/" />);
  const button = findButton(place, "Copy the callback URL");
  await click(button);
  expect(write.mock.calls).toEqual([["https://a.example/"]]);
  expect(words(button)).toBe("Copied");
  await perform(() => button.dispatchEvent(new FocusEvent("blur")));
  expect(words(button)).toBe("Copy");
});

test("explains the alternative if the browser denies the copy", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  const place = await show(<CopyButton name="the id" text="a" />);
  await click(findButton(place, "Copy the id"));
  expect(words(place)).toBe("Copy failed: select and copy the text");
});

test("writes the text on the click, and says if there is none", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const texts = ["curl 'https://a.example/'", undefined];
  const place = await show(<CopyButton name="as cURL" isNamed text={async () => texts.shift()} />);
  const button = findButton(place, "Copy as cURL");
  await click(button);
  expect(write.mock.calls).toEqual([["curl 'https://a.example/'"]]);
  await click(button);
  expect(words(button)).toBe("Nothing to copy");
  expect(write).toHaveBeenCalledTimes(1);
});
