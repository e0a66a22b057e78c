import { expect, test } from "vitest";
import { TokensTab } from "../../../../../components/panel/tokens/TokensTab.tsx";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import { click, findButton, findField, perform, show, type, words } from "../../show.ts";
import { writeToken } from "../../../lib/tokens/sign-token.ts";
import { now, openActivity, tenant } from "../../fake-worker.ts";

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

async function showTab(given: Parameters<typeof openActivity>[0] = { tenant: undefined }) {
  const { activity, tell } = openActivity(given);
  const place = await show(<TokensTab activity={activity} model={createModel()} />);
  return { place, tell, field: findField(place, "Token") };
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
  expect(document.activeElement, "one goes on there").toBe(field);
  expect(field.value).toBe("");
  expect(words(place)).not.toContain("not-a-token");
  expect(words(place)).toContain("Paste a token");
});

test("the scopes of an access token are explained below its claims, and a token without any has no such part", async () => {
  const { place, field } = await showTab();
  await type(field, writeToken({ alg: "RS256" }, { scope: "read:events" }));
  expect(words(place)).toContain("What its scopes allow");
  expect(words(place)).toContain("Lets the bearer read the stream of tenant events.");
  await type(field, writeToken({ alg: "RS256" }, { sub: "ada" }));
  expect(words(place)).not.toContain("What its scopes allow");
});

test("which tenant's keys a report is about stays said when another tenant is chosen", async () => {
  const { place, tell, field } = await showTab({});
  await type(field, writeToken({ alg: "RS256" }, { sub: "ada" }));
  expect(words(place)).toContain("Judged against http://localhost:4400/.");
  const other = { ...tenant, id: "https://other.example", origin: "https://other.example" };
  await perform(() => tell({ tenant: { ...other, name: "other" } }));
  expect(words(place)).toContain(
    "Judged against http://localhost:4400/. “Inspect again” judges it against other (https://other.example).",
  );
  await click(findButton(place, "Inspect again"));
  expect(words(place)).toContain("Judged against https://other.example/.");
  expect(words(place)).not.toContain("judges it against");
});
