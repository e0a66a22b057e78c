import { expect, test } from "vitest";
import { ThingsToTry } from "../../../../components/sandbox/ThingsToTry.tsx";
import { thingsToTry, type ControlCall } from "../../../../lib/models/sandbox/things-to-try.ts";
import { NoSandboxError, readRemoval } from "../../../../lib/sandbox/no-sandbox-error.ts";
import { TryListModel } from "../../../../lib/models/sandbox/try-list-model.ts";
import { click, find, findButton, show, words } from "../show.ts";

async function showList(call: (call: ControlCall) => Promise<void>) {
  const model = new TryListModel({ call, readRemoval, onChanged: () => undefined });
  return await show(<ThingsToTry model={model} />);
}

test("lists each thing with what to look at, and does it", async () => {
  const calls: ControlCall[] = [];
  const place = await showList(async (call) => void calls.push(call));
  for (const { title, look, id } of thingsToTry) {
    expect(findButton(place, title).getAttribute("aria-describedby")).toBe(`look-${id}`);
    expect(words(place)).toContain(look);
  }
  await click(findButton(place, "Emit five events"));
  expect(calls).toEqual([{ method: "POST", path: "/events", body: { type: "all", count: 5 } }]);
  expect(words(find(place, "[role=status]"))).toContain("Done.");
});

test("says what to do if the sandbox refuses", async () => {
  const place = await showList(() => Promise.reject(new Error("400")));
  await click(findButton(place, "Emit five events"));
  expect(words(find(place, "[role=alert]"))).toContain("Select “Put everything back”");
});

test("says that the sandbox was removed, where it can be put back no more", async () => {
  const place = await showList(() => Promise.reject(new NoSandboxError()));
  await click(findButton(place, "Emit five events"));
  const alert = words(find(place, "[role=alert]"));
  expect(alert).toContain("This sandbox was removed.");
  expect(alert).not.toContain("Put everything back");
});
