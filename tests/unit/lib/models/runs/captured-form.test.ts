import { expect, test } from "vitest";
import { createCapturedForm } from "../../../../../lib/models/runs/captured-form.ts";
import { createRunForms } from "../../../../../lib/models/runs/run-forms.ts";
import type { CapturedRun } from "../../../../../lib/runs/from-request/captured-request.ts";

const run: CapturedRun = {
  draft: {
    operation: "login",
    way: "page",
    values: { username: "ada@example.com" },
    parameters: [["ui_locales", "de"]],
    order: [],
  },
  title: "Login with a password",
  line: "POST https://login.example/co/authenticate",
  origin: "https://login.example",
  notes: [],
};

function open() {
  const forms = createRunForms();
  return { forms, captured: createCapturedForm(forms) };
}

test("fills the form, without the password that was typed before", () => {
  const { forms, captured } = open();
  forms.choose("login");
  forms.set("password", "correct-horse-1");
  captured.take(run);
  expect(forms.draft()).toEqual(run.draft);
  expect(captured.run.value).toBe(run);
});

test("undo gives back the operation, its values with secrets and invalid lines, and the way", () => {
  const { forms, captured } = open();
  forms.choose("login");
  forms.set("password", "correct-horse-1");
  forms.setParameters("no equals sign");
  forms.choose("signup");
  captured.take(run);
  captured.undo();
  expect([forms.operation.value.id, forms.way.value]).toEqual(["signup", "extension"]);
  forms.choose("login");
  expect(forms.values.value["password"]).toBe("correct-horse-1");
  expect(forms.parameters.value).toBe("no equals sign");
  expect(captured.run.value).toBeUndefined();
});

test("undo makes forms that were not touched before untouched again", () => {
  const { forms, captured } = open();
  captured.take(run);
  captured.undo();
  expect(forms.isTouched.value).toBe(false);
});

test("the request is shown with its operation only, and until it is dismissed", () => {
  const { forms, captured } = open();
  captured.take(run);
  forms.choose("signup");
  expect(captured.run.value).toBeUndefined();
  forms.choose("login");
  expect(captured.run.value).toBe(run);
  captured.dismiss();
  expect(captured.run.value).toBeUndefined();
});

test("an operation of another version leaves the form as it is", () => {
  const { forms, captured } = open();
  captured.take({ ...run, draft: { ...run.draft, operation: "unknown" } });
  expect(forms.isTouched.value).toBe(false);
  expect(captured.takeFocus()).toBe(false);
});

test("the focus moves once for each filled form", () => {
  const { captured } = open();
  captured.take(run);
  expect([captured.takeFocus(), captured.takeFocus()]).toEqual([true, false]);
});
