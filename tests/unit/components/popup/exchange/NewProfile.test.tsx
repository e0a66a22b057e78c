import { expect, test } from "vitest";
import { freshExchangeForm } from "../../../../../lib/models/exchange/exchange-draft.ts";
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

test("fills in the name, and focuses the next field", async () => {
  const { place } = await showForm();
  expect(findField(place, "Name").value).toBe("Token Exchange Profile 1");
  expect(document.activeElement).toBe(findField(place, "Subject token type"));
});

test("states the responsibility for the subject token, and the trial terms", async () => {
  const { place } = await showForm();
  expect(words(place)).toContain("validates the subject_token securely");
  expect(words(place)).toContain("trial terms");
});

test("shows problems at their fields after an attempt, focuses the first one, and sends nothing", async () => {
  const { place, sentOf } = await showForm();
  expect(place.querySelector(".problem")).toBeNull();
  await submitForm(place);
  expect(describe(findField(place, "Subject token type"))).toContain("is required");
  expect(describe(findField(place, "Action ID"))).toContain("is required");
  expect(document.activeElement).toBe(findField(place, "Subject token type"));
  expect(sentOf("token-exchange-profile.create")).toEqual([]);
});

test("reports a type that a listed profile has before the request", async () => {
  const { place } = await showForm({ profiles: [legacy] });
  const field = findField(place, "Subject token type");
  await type(field, legacy.subject_token_type);
  expect(describe(field)).toContain('The profile "Legacy" already uses this subject token type');
});

test("shows a conflict at the subject token type and below the form", async () => {
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

test("lists each cause of a rejection with its check, and the service's message", async () => {
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

test("counts down a rate limit", async () => {
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

test("explains that waiting does not help at the limit of profiles", async () => {
  const { place, worker } = await showForm();
  const message = "The tenant has reached its limit of profiles.";
  const facts = { code: "entity-limit", message, status: 403 };
  worker.refuse("token-exchange-profile.create", { code: "entity-limit", message, facts });
  await fillIn(place);
  await submitForm(place);
  expect(words(find(place, ".retry"))).toContain("Delete a profile that is no longer used");
});

test("shows and lists a created profile, and offers an exchange or another profile", async () => {
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

test("requires a read-only tenant's name before the request", async () => {
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

test("warns about a reserved namespace before the request, also beside other problems", async () => {
  const { place } = await showForm();
  await type(findField(place, "Subject token type"), "urn:ietf:params:oauth:x");
  expect(words(find(place, ".warning"))).toContain("reserved");
});

test("restores a draft, and removes it when it is cleared", async () => {
  const form = {
    ...freshExchangeForm,
    name: "Half",
    subject_token_type: "urn:acme:half",
    action_id: "",
  };
  const { place } = await showExchange({ draft: { form } });
  expect(findField(place, "Name").value).toBe("Half");
  await click(findButton(place, "Back to the list"));
  await click(findButton(place, "Continue draft"));
  expect(findField(place, "Subject token type").value).toBe("urn:acme:half");
  await click(findButton(place, "Clear"));
  expect(findField(place, "Name").value).toBe("Token Exchange Profile 1");
});

test("checks a creation whose response was lost, and does not send it again", async () => {
  const form = {
    ...freshExchangeForm,
    name: "Half",
    subject_token_type: "urn:acme:half",
    action_id: "act_1",
  };
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

test("counts the events since the request for a creation that the check found", async () => {
  const form = {
    ...freshExchangeForm,
    name: "Half",
    subject_token_type: "urn:acme:half",
    action_id: "act_1",
  };
  const { place, worker } = await showExchange({ lost: form });
  worker.answer("token-exchange-profile.check-creation", {
    kind: "created",
    profile: { ...legacy, ...form },
  });
  await click(findButton(place, "Check"));
  expect(words(place)).toContain("Token exchange profile created.");
  expect(words(find(place, ".since"))).toBe(`${now - 9}: this profile was created`);
});

test("reports a failed check, and offers another one", async () => {
  const form = {
    ...freshExchangeForm,
    name: "Half",
    subject_token_type: "urn:acme:half",
    action_id: "act_1",
  };
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

test("discards a lost creation on demand, explains the consequence, and reloads the list", async () => {
  const form = {
    ...freshExchangeForm,
    name: "Half",
    subject_token_type: "urn:acme:half",
    action_id: "act_1",
  };
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

test("does not call a creation lost if its response lacks the profile", async () => {
  const { place, worker } = await showForm();
  const message = "The tenant failed. Look before you send it again.";
  const failure = { code: "server-error", message, status: 500, isInDoubt: true };
  worker.answer("token-exchange-profile.create", { kind: "unknown", failure });
  await fillIn(place);
  await submitForm(place);
  expect(words(place)).toContain("The outcome of the create request is unknown.");
  expect(words(place)).toContain(message);
});
