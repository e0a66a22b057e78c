import { expect, test } from "vitest";
import { Confirmation } from "../../../../../components/popup/confirmation/Confirmation.tsx";
import { ConfirmationModel } from "../../../../../lib/models/confirmation-model.ts";
import {
  click,
  describe,
  find,
  findButton,
  findField,
  perform,
  show,
  submit,
  type,
  words,
} from "../../show.ts";

const readOnly = { name: "production", isReadOnly: true };

async function ask(question: Parameters<InstanceType<typeof ConfirmationModel>["request"]>[0]) {
  const model = new ConfirmationModel();
  const place = await show(<Confirmation model={model} />);
  const answers: unknown[] = [];
  await perform(() => {
    void model.request(question).then((granted) => answers.push(granted));
  });
  return { place, answers, dialog: find(place, "dialog") };
}

test("requires a read-only tenant's name before the change continues", async () => {
  const { place, answers, dialog } = await ask({
    tenant: readOnly,
    title: "Rename it?",
    button: "Rename profile",
  });
  expect(dialog.hasAttribute("open")).toBe(true);
  expect(words(dialog)).toContain("production is read-only.");
  const field = findField(place, "Tenant name");
  await type(field, "staging");
  await submit(place);
  expect(describe(field)).toContain('Type "production"');
  expect(answers).toEqual([]);
  await type(field, "production");
  await click(findButton(place, "Rename profile"));
  expect(answers).toEqual([{ confirmation: "production" }]);
  expect(dialog.hasAttribute("open")).toBe(false);
});

test("requires no name for a final action at another tenant, and focuses the safe button", async () => {
  const { place, answers } = await ask({
    tenant: { name: "staging", isReadOnly: false },
    isFinal: true,
    title: "Delete it?",
    consequence: "This cannot be undone.",
    button: "Delete profile",
  });
  expect(place.querySelector("input")).toBeNull();
  expect(words(place)).toContain("This cannot be undone.");
  expect(document.activeElement).toBe(findButton(place, "Cancel"));
  await click(findButton(place, "Delete profile"));
  expect(answers).toEqual([{}]);
});

test("returns false if the question is cancelled by the button or by Escape", async () => {
  const question = { tenant: readOnly, title: "Rename it?", button: "Rename profile" };
  const byButton = await ask(question);
  await click(findButton(byButton.place, "Cancel"));
  expect(byButton.answers).toEqual([undefined]);
  const byKey = await ask(question);
  await perform(() => byKey.dialog.dispatchEvent(new Event("cancel", { cancelable: true })));
  expect(byKey.answers).toEqual([undefined]);
  expect(byKey.dialog.hasAttribute("open")).toBe(false);
});
