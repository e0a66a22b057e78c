import { expect, test } from "vitest";
import { ExchangeChangeModel } from "../../../../../lib/models/exchange/exchange-change-model.ts";
import { ExchangeFilterModel } from "../../../../../lib/models/exchange/exchange-filter-model.ts";
import { ExchangeListModel } from "../../../../../lib/models/exchange/exchange-list-model.ts";
import { createFakeWorker } from "../fake-worker.ts";

const make = (id: string, name: string, action = "act_common") => ({
  id,
  name,
  subject_token_type: `urn:acme:${name.toLowerCase()}`,
  action_id: action,
  type: "custom_authentication",
});
const profiles = [
  make("tep_a", "Legacy"),
  make("tep_b", "Partner"),
  make("tep_c", "Kiosk", "act_rare"),
];

async function openFilter() {
  const { send } = createFakeWorker({
    "token-exchange-profile.list": async () => ({ profiles }),
  });
  const list = new ExchangeListModel({ send });
  const change = new ExchangeChangeModel({
    send,
    confirm: { request: async () => ({}) },
    now: () => 0,
    onChanged: list.put,
    onDeleted: list.drop,
  });
  const filter = new ExchangeFilterModel({ list, change });
  await list.show("https://one.example");
  return { list, change, filter, names: () => filter.items.value.map(({ name }) => name) };
}

test.each([
  ["its name", "part", "Partner"],
  ["its subject token type", "urn:acme:leg", "Legacy"],
  ["its action", "act_rare", "Kiosk"],
  ["its id", "tep_b", "Partner"],
])("finds a token exchange profile by %s", async (_what, query, name) => {
  const { filter, names } = await openFilter();
  filter.setQuery(query);
  expect(names()).toEqual([name]);
});

test("finds no profile by the words that all of them share", async () => {
  const { filter, names } = await openFilter();
  filter.setQuery("subject_token_type");
  expect(names()).toEqual([]);
});

test("never hides the profile that is being renamed", async () => {
  const { change, filter, names } = await openFilter();
  change.startRenaming(make("tep_a", "Legacy"));
  filter.setQuery("kiosk");
  expect(names()).toEqual(["Legacy", "Kiosk"]);
  change.dismiss();
  expect(names()).toEqual(["Kiosk"]);
});

test("ends with the tenant that it was typed for", async () => {
  const { list, filter } = await openFilter();
  filter.setQuery("kiosk");
  await list.show("https://two.example");
  expect(filter.query.value).toBe("");
});
