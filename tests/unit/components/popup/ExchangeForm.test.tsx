import { expect, test } from "vitest";
import { ExchangeForm } from "../../../../components/popup/ExchangeForm.tsx";
import { ExchangeFormModel } from "../../../../lib/models/exchange-form-model.ts";
import {
  submit,
  click,
  describe,
  find,
  findButton,
  findField,
  show,
  type,
  words,
} from "../show.ts";
import { createFakeWorker } from "../fake-worker.ts";

async function showForm() {
  const worker = createFakeWorker();
  const place = await show(<ExchangeForm model={new ExchangeFormModel({ send: worker.send })} />);
  return { place, worker };
}

async function fillIn(place: ParentNode): Promise<void> {
  await type(findField(place, "Subject token type"), "urn:acme:legacy");
  await type(findField(place, "Action ID"), "act_1");
}

test("problems appear at their fields once somebody tried, and nothing is sent", async () => {
  const { place, worker } = await showForm();
  expect(place.querySelector(".problem")).toBeNull();
  await submit(place);
  expect(describe(findField(place, "Subject token type"))).toContain("is missing");
  expect(describe(findField(place, "Action ID"))).toContain("is missing");
  expect(worker.sent).toEqual([]);
});

test("a conflict is told at the subject token type as well as below the form", async () => {
  const { place, worker } = await showForm();
  const message = "Another token exchange profile already has this subject token type.";
  const facts = { code: "conflict", message, field: "subject_token_type", status: 409 };
  worker.refuse("token-exchange-profile.create", { code: "conflict", message, facts });
  await fillIn(place);
  await submit(place);
  const field = findField(place, "Subject token type");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(describe(field)).toContain(message);
  await type(field, "urn:acme:another");
  expect(field.getAttribute("aria-invalid")).toBe("false");
});

test("a created profile shows its id, and another can follow", async () => {
  const { place, worker } = await showForm();
  await fillIn(place);
  worker.answer("token-exchange-profile.create", {
    id: "tep_1",
    name: "Token Exchange Profile 1",
    subject_token_type: "urn:acme:legacy",
    action_id: "act_1",
    type: "custom_authentication",
  });
  await submit(place);
  expect(words(find(place, "[role=status]"))).toContain("tep_1");
  await click(findButton(place, "Create another"));
  expect(findField(place, "Subject token type").value).toBe("");
});

test("a reserved namespace warns before anything is sent", async () => {
  const { place } = await showForm();
  await fillIn(place);
  await type(findField(place, "Subject token type"), "urn:ietf:params:oauth:x");
  expect(words(find(place, ".warning"))).toContain("reserved");
});
