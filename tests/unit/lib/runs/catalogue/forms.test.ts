import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import {
  operationGroups,
  type RunFacts,
  type RunSetting,
  type Values,
} from "../../../../../lib/runs/operation.ts";
import { validate } from "../../../../../lib/runs/validate.ts";
import { matching } from "../../../tenant/matchers.ts";
import { findOperation } from "../../../../run-stage/prepare.ts";
import { inExtension, inPage } from "../../../../run-stage/run-stage.ts";

const folder = new URL("../../../../../lib/runs/catalogue/", import.meta.url);

describe("the catalogue", () => {
  test("lists the operation of each file, and the file has the name of the operation", async () => {
    const found: string[] = [];
    for (const file of await readdir(folder)) {
      const exported: unknown = await import(new URL(file, folder).pathname);
      const values: unknown[] = Object.values(exported ?? {});
      for (const value of values) {
        if (isOperation(value)) found.push(file);
      }
    }
    const names = catalogue.map(({ id }) => `${id}.ts`);
    expect(found.toSorted()).toEqual(names.toSorted());
  });

  test("keeps the operations of a group together, in the order of the groups", () => {
    const groups = [...new Set(catalogue.map(({ group }) => group))];
    expect(groups).toEqual(operationGroups.filter((group) => groups.includes(group)));
    const places = catalogue.map(({ group }) => operationGroups.indexOf(group));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test("has different titles, texts with a full stop, and different fields in each form", () => {
    const titles = catalogue.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { summary, fields, action } of catalogue) {
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(action).toMatch(/^[A-Z][a-zA-Z ]+$/);
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
      for (const { hint } of fields) expect(hint ?? "A hint.").toMatch(/^[A-Z].*\.$/);
    }
  });

  test("names the scopes that the calls of the current user need", () => {
    const scopes = Object.fromEntries(
      catalogue.flatMap(({ id, scopes: needed }) => (needed === undefined ? [] : [[id, needed]])),
    );
    expect(scopes).toEqual({
      "get-user": ["read:current_user"],
      "patch-user-metadata": ["update:current_user_metadata"],
      "link-user": ["update:current_user_identities"],
    });
  });

  test("marks the operations that no other provider has", () => {
    const own = catalogue.filter(({ isServiceSpecific }) => isServiceSpecific).map(({ id }) => id);
    expect(own).toEqual([
      "logout",
      "login",
      "passwordless-start",
      "passwordless-login",
      "cross-origin-verification",
      "signup",
      "change-password",
      "get-user",
      "patch-user-metadata",
      "link-user",
    ]);
  });
});

function isOperation(value: unknown): boolean {
  return typeof value === "object" && value !== null && "call" in value && "risks" in value;
}

describe("the form of each operation", () => {
  test.each(catalogue.map((operation) => ({ id: operation.id, operation })))(
    "$id with its first values lacks only what the user must enter",
    ({ operation }) => {
      const { fields } = operation;
      const first = Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial]));
      const required = fields.filter(({ name, isRequired }) => isRequired && !first[name]);
      const lacking = required.map(({ name, label }) => [name, `Enter: ${label}.`]);
      const recipient = { email: "Enter an email address." };
      const challenge = {
        codeChallenge: "Enter the 43 characters of the challenge of your code verifier.",
      };
      expect(validate(operation, first)).toEqual({
        ...Object.fromEntries(lacking),
        ...(operation.id.startsWith("passwordless") && recipient),
        ...(operation.id === "build-authorize-url" && challenge),
      });
    },
  );

  const both = { email: "ada@example.com", phoneNumber: "+491701234567" };
  const challenge = "c".repeat(43);
  test.each<[id: string, values: Values, problems: object]>([
    ["authorize", { responseType: "magic" }, { responseType: "Choose one of the values." }],
    ["authorize", { responseMode: "query", responseType: "code" }, {}],
    ["authorize", { responseMode: "query" }, {}],
    [
      "authorize",
      { responseMode: "query", responseType: "code token" },
      { responseMode: matching(/^Tokens never come in the query/) },
    ],
    ["authorize", { maxAge: "-1" }, { maxAge: "Enter a whole number of seconds." }],
    ["authorize", { maxAge: "60", leeway: "300" }, {}],
    ["authorize", { leeway: "301" }, { leeway: matching(/from 0 to 300/) }],
    ["authorize", { scope: "\ud800" }, { scope: matching(/not valid Unicode/) }],
    ["check-session", { timeout: "0" }, { timeout: matching(/whole number/) }],
    ["check-session", { timeout: "5000" }, {}],
    ["check-session", { responseType: "code" }, { responseType: "Choose one of the values." }],
    ["passwordless-start", both, { phoneNumber: matching(/not both/) }],
    ["passwordless-start", { connection: "sms" }, { phoneNumber: "Enter a phone number." }],
    ["passwordless-start", { email: "ada@example.com", send: "null" }, {}],
    ["logout", { federated: "yes" }, { federated: "Choose yes or no." }],
    ["user-info", { accessToken: "one two" }, { accessToken: matching(/not a token/) }],
    ["user-info", { accessToken: " opaque\n" }, {}],
    [
      "patch-user-metadata",
      { accessToken: "token", userId: "auth0|1", userMetadata: "[1]" },
      { userMetadata: matching(/^Enter a JSON object/) },
    ],
    [
      "build-authorize-url",
      { responseType: "token id_token" },
      { nonce: matching(/needs a nonce/) },
    ],
    ["build-authorize-url", { responseType: "token" }, {}],
    ["build-authorize-url", { codeChallenge: challenge }, {}],
  ])("%s with %j has the problems %j", (id, values, problems) => {
    expect(validate(findOperation(id), values)).toEqual(problems);
  });

  test("refuses the response mode form_post in the extension only", () => {
    const [operation, values] = [findOperation("authorize"), { responseMode: "form_post" }];
    expect(validate(operation, values, "extension")).toEqual({
      responseMode:
        "The extension's login window cannot read a form_post response. Run it in the inspected page, or choose another response mode.",
    });
    expect(validate(operation, values, "page")).toEqual({});
    // A saved or pasted form has no place yet.
    expect(validate(operation, values)).toEqual({});
    const url = findOperation("build-authorize-url");
    expect(validate(url, { ...values, responseType: "token" }, "extension")).toEqual({});
  });
});

const minute = 60_000;

/**
 * Warnings of a form: the operation, the values, the place, earlier runs, and a part of the text.
 */
const warnings: readonly [string, Values, RunSetting, RunFacts | undefined, RegExp][] = [
  ["check-session", {}, inPage, { now: 15 * minute, lastRunAt: minute }, /Wait 1 minute\./],
  ["get-sso-data", {}, inPage, { now: 5 * minute, lastRunAt: 0 }, /Wait 10 minutes\./],
  ["check-session", {}, inExtension, undefined, /all cookies of the tenant.*inspected page/],
  ["check-session", {}, inPage, undefined, /never skips consent/],
  ["get-sso-data", {}, inPage, undefined, /never skips consent/],
  ["authorize", { prompt: "none" }, inPage, undefined, /never skips consent/],
  ["check-session", { redirectUri: "https://a.example/" }, inPage, undefined, /origin_mismatch/],
  ["popup-authorize", { redirectUri: "no URL" }, inPage, undefined, /origin_mismatch/],
  ["authorize", {}, inPage, { now: 0, idTokenAlgorithm: "HS256" }, /refuses with invalid_token/],
  ["authorize", { responseType: "code" }, inPage, undefined, /Use Code exchange/],
  ["authorize", { responseType: "code token" }, inPage, undefined, /Use Code exchange/],
  ["login", {}, inExtension, undefined, /all cookies of the tenant.*inspected page/],
  ["login", {}, inPage, undefined, /needs third-party cookies/],
  ["login", {}, inPage, undefined, /ends with “Cross-origin verification failed.”/],
  ["passwordless-login", {}, inPage, undefined, /its proof stays in the panel/],
  ["passwordless-start", { send: "null" }, inPage, undefined, /null means a link/],
  ["passwordless-start", { send: "link" }, inExtension, undefined, /Choose code to log in here/],
  ["signup", {}, inPage, undefined, /require a username/],
  ["build-authorize-url", {}, inPage, undefined, /^Without a state/],
  ["parse-hash", { address: "https://a.example/#code=1" }, inPage, undefined, /Use Code exchange/],
  ["link-user", {}, inPage, undefined, /metadata are lost.*unlinking does not restore/],
  ["patch-user-metadata", {}, inPage, undefined, /replaces the whole member/],
  ["client-credentials", {}, inExtension, undefined, /Never put it into the code of a page/],
];

/** Forms without a warning about the same. */
const silence: readonly [string, Values, RunSetting, RunFacts | undefined, RegExp][] = [
  ["check-session", {}, inPage, { now: 20 * minute, lastRunAt: 0 }, /Wait/],
  ["check-session", {}, inPage, { now: 0, lastRunAt: minute }, /Wait/],
  ["check-session", {}, inPage, undefined, /Wait|origin_mismatch|cannot show here/],
  ["check-session", {}, inExtension, undefined, /never skips consent|origin_mismatch/],
  ["authorize", {}, inPage, undefined, /never skips consent/],
  ["authorize", {}, inPage, { now: 0, idTokenAlgorithm: "RS256" }, /HS256/],
  ["authorize", { responseType: "code pkce" }, inPage, undefined, /Use Code exchange/],
  ["passwordless-start", { send: "code" }, inPage, undefined, /link/],
  ["signup", { username: "ada" }, inPage, undefined, /username/],
  ["build-authorize-url", { state: "state-1" }, inPage, undefined, /state/],
];

describe("the warnings of a form", () => {
  const warn = ([id, values, setting, facts]: (typeof warnings)[number]) =>
    findOperation(id).warn?.(values, setting, facts) ?? [];

  test.each(warnings)("%s with %j warns", (...row) => {
    expect(warn(row)).toContainEqual(matching(row[4]));
    for (const text of warn(row)) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  test.each(silence)("%s with %j is silent about other cases", (...row) => {
    expect(warn(row)).not.toContainEqual(matching(row[4]));
  });
});
