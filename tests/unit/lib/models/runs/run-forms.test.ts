import { expect, test } from "vitest";
import { createRunForms } from "../../../../../lib/models/runs/run-forms.ts";
import type { Values } from "../../../../../lib/runs/operation.ts";

/** Opens the forms of a flow whose first step leaves values for the login. */
function openForms() {
  let left: Values = {};
  const forms = createRunForms(({ id }) => (id === "passwordless-login" ? left : {}));
  return {
    forms,
    start: (email: string) => (left = { connection: "email", email }),
    read: () => [forms.values.value["email"], forms.values.value["verificationCode"]],
  };
}

test("a new step before replaces the recipient of an edited form, and voids its code", () => {
  const { forms, start, read } = openForms();
  start("ada@example.com");
  forms.choose("passwordless-login");
  forms.set("verificationCode", "123456");
  forms.set("scope", "openid");
  start("grace@example.com");
  forms.choose("passwordless-start");
  forms.choose("passwordless-login");
  expect(read()).toEqual(["grace@example.com", ""]);
  expect(forms.values.value["scope"], "of the user").toBe("openid");
});

test("without a new step before, an edited form keeps its values", () => {
  const { forms, start, read } = openForms();
  start("ada@example.com");
  forms.choose("passwordless-login");
  forms.set("email", "typed@example.com");
  forms.set("verificationCode", "123456");
  forms.choose("passwordless-start");
  forms.choose("passwordless-login");
  expect(read()).toEqual(["typed@example.com", "123456"]);
});

test("the order of a draft is given back until a reset", () => {
  const { forms } = openForms();
  const draft = { operation: "authorize", way: "extension", values: {}, parameters: [] } as const;
  forms.take({ ...draft, order: ["scope", "client_id"] });
  expect(forms.order.value).toEqual(["scope", "client_id"]);
  expect(forms.draft().order).toEqual(["scope", "client_id"]);
  forms.reset();
  expect(forms.draft().order).toEqual([]);
});
