import { expect, test } from "vitest";
import { EventStorage } from "../../../../../components/options/stream/EventStorage.tsx";
import { EventStorageModel } from "../../../../../lib/models/stream/event-storage-model.ts";
import { click, findButton, show, words } from "../../show.ts";

async function showStorage(isKept: boolean | undefined, agrees = false) {
  const model = new EventStorageModel({ isKept: async () => isKept, keep: async () => agrees });
  await model.load();
  return await show(<EventStorage model={model} />);
}

test("says that the browser keeps the events, and offers nothing", async () => {
  const place = await showStorage(true);
  expect(words(place)).toContain("The browser keeps the events until you");
  expect(place.querySelector("button")).toBeNull();
});

test("warns that the browser may delete the events, and asks it to keep them", async () => {
  const place = await showStorage(false, true);
  expect(words(place)).toContain(
    "may delete the events of all tenants when the disk is nearly full",
  );
  await click(findButton(place, "Ask the browser to keep them"));
  expect(words(place)).toContain("The browser keeps the events");
});

test("says that the browser did not agree, and asks again", async () => {
  const place = await showStorage(false);
  await click(findButton(place, "Ask the browser to keep them"));
  expect(words(place)).toContain("did not agree to keep the events");
  expect(findButton(place, "Ask again").disabled).toBe(false);
});

test("says nothing if the browser does not tell", async () => {
  expect(words(await showStorage(undefined))).toBe("");
});
