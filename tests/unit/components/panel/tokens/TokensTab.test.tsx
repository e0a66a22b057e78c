import { expect, test } from "vitest";
import { TokensTab } from "../../../../../components/panel/tokens/TokensTab.tsx";
import { TokensModel } from "../../../../../lib/models/tokens-model.ts";
import { click, findButton, findField, show, type, words } from "../../show.ts";
import { now, openActivity } from "../../fake-worker.ts";

function createModel() {
  return new TokensModel({
    now: () => now,
    keySets: {
      read: () => {
        throw new Error("no keys are faked");
      },
    },
  });
}

async function showTab() {
  const { activity } = openActivity({ tenant: undefined });
  const place = await show(<TokensTab activity={activity} model={createModel()} />);
  return { place, field: findField(place, "Token") };
}

test("before the first token there is a sentence, and nothing to forget", async () => {
  const { place } = await showTab();
  expect(words(place)).toContain("Paste a token, or run a login");
  expect(findButton(place, "Forget token").disabled).toBe(true);
});

test.each([
  ["not-a-token", "opaque"],
  ["a.b.c", ""],
  ["a.b.c.d.e", ""],
])("%s cannot be taken apart, and the report says why", async (text, word) => {
  const { place, field } = await showTab();
  await type(field, text);
  expect(words(place)).toContain("This cannot be taken apart.");
  expect(words(place)).toContain(word);
});

test("forgetting empties the field and the report", async () => {
  const { place, field } = await showTab();
  await type(field, "not-a-token");
  await click(findButton(place, "Forget token"));
  expect(field.value).toBe("");
  expect(words(place)).not.toContain("not-a-token");
  expect(words(place)).toContain("Paste a token");
});
