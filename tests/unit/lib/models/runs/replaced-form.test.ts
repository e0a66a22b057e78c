import { expect, test } from "vitest";
import type { RunDraft } from "../../../../../lib/runs/run-draft.ts";
import { openModel } from "./stage-run.ts";

const draft: RunDraft = {
  operation: "login",
  way: "extension",
  values: { username: "grace@example.com", realm: "db" },
  parameters: [],
  order: [],
};

function open() {
  const { model } = openModel();
  model.choose("login");
  return model;
}

test("an untouched form has nothing to reset, also after a value was entered and removed again", () => {
  const model = open();
  expect(model.isEdited.value).toBe(false);
  model.set("username", "ada@example.com");
  expect(model.isEdited.value).toBe(true);
  model.set("username", "");
  expect(model.isEdited.value).toBe(false);
  model.setParameters("a=b");
  expect(model.isEdited.value).toBe(true);
});

test("a form is reset to its first values, and Undo brings its entries back", () => {
  const model = open();
  const first = model.values.value;
  model.set("username", "ada@example.com");
  model.set("password", "correct-horse-1");
  model.setParameters("no equals sign");
  model.reset();
  expect([model.values.value, model.parameters.value]).toEqual([first, ""]);
  expect([model.replaced.value, model.isEdited.value]).toEqual(["reset", false]);
  model.undoReplaced();
  expect(model.values.value).toMatchObject({
    username: "ada@example.com",
    password: "correct-horse-1",
  });
  expect(model.parameters.value).toBe("no equals sign");
  expect(model.replaced.value).toBeUndefined();
});

test("entries that a preset or an earlier run replaces are brought back by Undo, with the operation", () => {
  const model = open();
  model.set("username", "ada@example.com");
  model.choose("signup");
  model.take(draft);
  expect(model.replaced.value).toBe("filled");
  model.choose("authorize");
  expect(model.replaced.value, "of another operation").toBeUndefined();
  model.choose("login");
  model.undoReplaced();
  expect(model.operation.value.id).toBe("signup");
  model.choose("login");
  expect(model.values.value["username"]).toBe("ada@example.com");
});

test("the offer ends with the next entry, which Undo would discard", () => {
  const model = open();
  for (const enter of [() => model.set("realm", "x"), () => model.setParameters("a=b")]) {
    model.set("username", "ada@example.com");
    model.reset();
    expect(model.replaced.value).toBe("reset");
    enter();
    expect(model.replaced.value).toBeUndefined();
    model.undoReplaced();
    expect(model.values.value["username"]).toBe("");
  }
});

test("nothing is offered if no entry is lost", () => {
  const model = open();
  model.take(draft);
  expect(model.replaced.value, "an untouched form").toBeUndefined();
  model.take({ ...draft, values: { ...draft.values, scope: "" } });
  expect(model.replaced.value, "the same entries").toBeUndefined();
  model.take({ ...draft, operation: "unknown" });
  expect(model.replaced.value).toBeUndefined();
  model.set("username", "ada@example.com");
  model.take(draft);
  expect(model.replaced.value).toBe("filled");
  model.takeCaptured({ draft, title: "", line: "", origin: "https://a.example", notes: [] });
  expect(model.replaced.value, "a captured request has an Undo of its own").toBeUndefined();
});
