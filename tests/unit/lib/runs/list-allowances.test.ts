import { expect, test } from "vitest";
import { listAllowances } from "../../../../lib/runs/list-allowances.ts";
import { catalogue } from "../../../../lib/runs/catalogue/index.ts";
import type { RunSetting, Values } from "../../../../lib/runs/operation.ts";

const setting: RunSetting = {
  way: "page",
  origin: "http://localhost:4400",
  managementOrigin: "http://localhost:4400",
  clientId: "demo-spa",
  redirectUri: "http://localhost:4401/page",
  messageUri: "http://localhost:4401/message",
  pageOrigin: "http://localhost:4401",
};

function list(id: string, values: Values = {}) {
  const operation = catalogue.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  return listAllowances(operation, values, setting).map(
    ({ list: name, address }) => `${name}: ${address}`,
  );
}

test.each([
  ["authorize", {}, ["Allowed callback URLs: http://localhost:4401/page"]],
  ["authorize", { redirectUri: "http://a/" }, ["Allowed callback URLs: http://a/"]],
  [
    "check-session",
    {},
    [
      "Allowed callback URLs: http://localhost:4401/message",
      "Allowed web origins: http://localhost:4401",
    ],
  ],
  [
    "login",
    { username: "ada@example.com", password: "correct", realm: "users" },
    [
      "Allowed callback URLs: http://localhost:4401/page",
      "Allowed web origins: http://localhost:4401",
    ],
  ],
  ["popup-authorize", {}, ["Allowed callback URLs: http://localhost:4401/message"]],
  ["cross-origin-verification", {}, []],
  ["logout", {}, ["Allowed logout URLs: http://localhost:4401/"]],
  ["user-info", { accessToken: "at-1" }, []],
  ["patch-user-metadata", { userMetadata: "no JSON", metadata: "no JSON" }, []],
] as const)("lists the addresses that %s needs for %o", (id, values, expected) => {
  expect(list(id, values)).toEqual(expected);
});

test("lists nothing without an application, whose lists alone could be asked about", () => {
  const operation = catalogue.find(({ id }) => id === "authorize");
  expect(operation && listAllowances(operation, {}, { ...setting, clientId: "" })).toEqual([]);
});
