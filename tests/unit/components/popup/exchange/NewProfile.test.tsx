import { expect, test } from "vitest";
import { now, tenant } from "../../fake-worker.ts";
import {
  click,
  describe,
  find,
  findButton,
  findField,
  perform,
  submit,
  type,
  words,
} from "../../show.ts";
import { legacy, showExchange } from "./stage-exchange.tsx";

const newForm = "form[aria-label='New token exchange profile']";

async function showForm(given: Parameters<typeof showExchange>[0] = {}) {
  const staged = await showExchange(given);
  await click(findButton(staged.place, "New profile"));
  return staged;
}

async function fillIn(place: ParentNode): Promise<void> {
  await type(findField(place, "Subject token type"), "urn:acme:new-token");
  await type(findField(place, "Action ID"), "act_1");
}

const submitForm = (place: ParentNode) => submit(find(place, newForm).parentNode ?? place);

test("the name is there already, and typing begins at the field after it", async () => {
  const { place } = await showForm();
  expect(findField(place, "Name").value).toBe("Token Exchange Profile 1");
  expect(document.activeElement).toBe(findField(place, "Subject token type"));
});

test("it says who validates the subject token, and that the terms are those of a trial", async () => {
  const { place } = await showForm();
  expect(words(place)).toContain("validates the subject_token securely");
  expect(words(place)).toContain("trial terms");
});

test("problems appear at their fields once somebody tried; the first gets the focus, and nothing is sent", async () => {
  const { place, sentOf } = await showForm();
  expect(place.querySelector(".problem")).toBeNull();
  await submitForm(place);
  expect(describe(findField(place, "Subject token type"))).toContain("is required");
  expect(describe(findField(place, "Action ID"))).toContain("is required");
  expect(document.activeElement).toBe(findField(place, "Subject token type"));
  expect(sentOf("token-exchange-profile.create")).toEqual([]);
});

test("a type that a listed profile has is told before anything is sent", async () => {
  const { place } = await showForm({ profiles: [legacy] });
  const field = findField(place, "Subject token type");
  await type(field, legacy.subject_token_type);
  expect(describe(field)).toContain('The profile "Legacy" already uses this subject token type');
});

test("a conflict is told at the subject token type as well as below the form", async () => {
  const { place, worker } = await showForm();
  const message = "Another token exchange profile already uses this subject token type.";
  const facts = { code: "conflict", message, field: "subject_token_type", status: 409 };
  worker.refuse("token-exchange-profile.create", { code: "conflict", message, facts });
  await fillIn(place);
  await submitForm(place);
  const field = findField(place, "Subject token type");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(describe(field)).toContain(message);
  await type(field, "urn:acme:another");
  expect(field.getAttribute("aria-invalid")).toBe("false");
});

test("a refusal with several causes lists each with how to check it, and the service's own words", async () => {
  const { place, worker } = await showForm();
  const message = "Several causes have the same response.";
  const facts = {
    code: "invalid-body",
    message,
    status: 400,
    serviceMessage: "Payload validation error.",
    causes: [
      { what: "The action is not deployed.", check: "Deploy it.", field: "action_id" },
      { what: "There is no such action.", check: "Compare the id.", field: "action_id" },
    ],
  };
  worker.refuse("token-exchange-profile.create", { code: "invalid-body", message, facts });
  await fillIn(place);
  await submitForm(place);
  const alert = find(place, "[role=alert]");
  expect(words(find(alert, "q"))).toBe("Payload validation error.");
  expect([...alert.querySelectorAll("li")].map(words)).toEqual([
    "The action is not deployed. Deploy it.",
    "There is no such action. Compare the id.",
  ]);
});

test("a rate limit is counted down", async () => {
  const { place, worker, now } = await showForm();
  const message = "Rate limit reached.";
  const facts = { code: "rate-limited", message, status: 429, retryAt: now.value + 20_000 };
  worker.refuse("token-exchange-profile.create", { code: "rate-limited", message, facts });
  await fillIn(place);
  await submitForm(place);
  expect(words(find(place, ".retry"))).toBe("Try again in 20 seconds.");
  await perform(() => {
    now.value += 5_000;
  });
  expect(words(find(place, ".retry"))).toBe("Try again in 15 seconds.");
});

test("the limit of profiles says that waiting does not help", async () => {
  const { place, worker } = await showForm();
  const message = "The tenant has reached its limit of profiles.";
  const facts = { code: "entity-limit", message, status: 403 };
  worker.refuse("token-exchange-profile.create", { code: "entity-limit", message, facts });
  await fillIn(place);
  await submitForm(place);
  expect(words(find(place, ".retry"))).toContain("Delete a profile that is no longer used");
});

test("a created profile shows its id, is listed, and leads on to an exchange or another one", async () => {
  const { place, worker } = await showForm();
  worker.answer("token-exchange.forecast", {
    level: "calm",
    remaining: 10,
    message: "10 may fail.",
  });
  await fillIn(place);
  const profile = {
    ...legacy,
    id: "tep_2",
    name: "Token Exchange Profile 1",
    subject_token_type: "urn:acme:new-token",
  };
  worker.answer("token-exchange-profile.create", { kind: "created", profile });
  await submitForm(place);
  expect(words(find(place, "[role=status]"))).toContain("tep_2");
  expect(document.activeElement).toBe(findButton(place, "Run an exchange"));
  await click(findButton(place, "Create another"));
  expect(findField(place, "Subject token type").value).toBe("");
  await click(findButton(place, "Back to the list"));
  expect(words(find(place, ".profile"))).toContain("urn:acme:new-token");
  expect(document.activeElement).toBe(findButton(place, "New profile"));
});

test("a read-only tenant's name is asked for before anything is sent", async () => {
  const at = { ...tenant, isReadOnly: true };
  const { place, worker, sentOf } = await showForm({ at });
  worker.answer("token-exchange-profile.create", { kind: "created", profile: legacy });
  await fillIn(place);
  await submitForm(place);
  expect(sentOf("token-exchange-profile.create")).toEqual([]);
  await type(findField(place, "Tenant name"), at.name);
  await submit(find(place, "dialog"));
  expect(sentOf("token-exchange-profile.create")).toMatchObject([{ confirmation: at.name }]);
});

test("a reserved namespace warns before anything is sent, whatever else is wrong", async () => {
  const { place } = await showForm();
  await type(findField(place, "Subject token type"), "urn:ietf:params:oauth:x");
  expect(words(find(place, ".warning"))).toContain("reserved");
});

test("what was typed is there again, and goes when it is cleared", async () => {
  const form = { name: "Half", subject_token_type: "urn:acme:half", action_id: "" };
  const { place } = await showExchange({ draft: { form } });
  expect(findField(place, "Name").value).toBe("Half");
  await click(findButton(place, "Back to the list"));
  await click(findButton(place, "Continue draft"));
  expect(findField(place, "Subject token type").value).toBe("urn:acme:half");
  await click(findButton(place, "Clear"));
  expect(findField(place, "Name").value).toBe("Token Exchange Profile 1");
});

test("a create whose answer was lost can be checked, and is not sent again", async () => {
  const form = { name: "Half", subject_token_type: "urn:acme:half", action_id: "act_1" };
  const { place, worker, sentOf } = await showExchange({ lost: form });
  expect(words(place)).toContain("The response to the create request was lost.");
  expect(find(place, "fieldset").hasAttribute("disabled")).toBe(true);
  expect(place.textContent).not.toContain("Create profile");
  worker.answer("token-exchange-profile.check-creation", { kind: "not-made" });
  await click(findButton(place, "Check"));
  expect(words(place)).toContain("The profile was not created.");
  const profile = { ...legacy, ...form, id: "tep_3" };
  worker.answer("token-exchange-profile.create", { kind: "created", profile });
  await submitForm(place);
  expect(words(place)).toContain("Token exchange profile created.");
  expect(words(find(place, ".since"))).toBe(`${now}: this profile was created`);
  expect(sentOf("token-exchange-profile.create")).toHaveLength(1);
});

test("a create that turns out to have been made tells of what it led to since it was sent", async () => {
  const form = { name: "Half", subject_token_type: "urn:acme:half", action_id: "act_1" };
  const { place, worker } = await showExchange({ lost: form });
  worker.answer("token-exchange-profile.check-creation", {
    kind: "created",
    profile: { ...legacy, ...form },
  });
  await click(findButton(place, "Check"));
  expect(words(place)).toContain("Token exchange profile created.");
  expect(words(find(place, ".since"))).toBe(`${now - 9}: this profile was created`);
});

test("a check that fails says so, and can be tried again", async () => {
  const form = { name: "Half", subject_token_type: "urn:acme:half", action_id: "act_1" };
  const { place, worker } = await showExchange({ lost: form });
  worker.refuse("token-exchange-profile.check-creation", {
    code: "unreachable",
    message: "No network.",
  });
  await click(findButton(place, "Check"));
  expect(words(find(place, "[role=alert]"))).toContain("The check failed.No network.");
  worker.answer("token-exchange-profile.check-creation", {
    kind: "created",
    profile: { ...legacy, id: "tep_9" },
  });
  await click(findButton(place, "Check"));
  expect(words(place)).toContain("tep_9");
});

test("a lost create can be forgotten, it says what that means, and the list tells what the tenant has", async () => {
  const form = { name: "Half", subject_token_type: "urn:acme:half", action_id: "act_1" };
  const { place, worker } = await showExchange({ lost: form });
  worker.refuse("token-exchange-profile.check-creation", {
    code: "unreachable",
    message: "No network.",
  });
  await click(findButton(place, "Check"));
  expect(words(find(place, ".notice.warning"))).toContain("a created profile remains");
  worker.answer("token-exchange-profile.list", { profiles: [{ ...legacy, ...form }] });
  await click(findButton(place, "Discard"));
  expect(words(find(place, "li"))).toContain("Half");
  expect(document.activeElement).toBe(findButton(place, "New profile"));
});

test("an answer that says nothing of the profile is not called lost", async () => {
  const { place, worker } = await showForm();
  const message = "The tenant failed. Look before you send it again.";
  const failure = { code: "server-error", message, status: 500, isInDoubt: true };
  worker.answer("token-exchange-profile.create", { kind: "unknown", failure });
  await fillIn(place);
  await submitForm(place);
  expect(words(place)).toContain("The outcome of the create request is unknown.");
  expect(words(place)).toContain(message);
});
