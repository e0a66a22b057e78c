import { expect, test } from "vitest";
import { createFakeWorker, now, tenant } from "../../fake-worker.ts";
import {
  click,
  describe,
  find,
  findButton,
  findField,
  press,
  submit,
  type,
  words,
} from "../../show.ts";
import { legacy, showExchange } from "./stage-exchange.tsx";

test("lists each profile with its type, its action and an id to copy", async () => {
  const { place } = await showExchange({ profiles: [legacy, { ...legacy, id: "tep_2" }] });
  expect([...place.querySelectorAll(".profile b")].map(words)).toEqual(["Legacy", "Legacy"]);
  expect([...place.querySelectorAll(".profile dd code")].slice(0, 3).map(words)).toEqual([
    "urn:acme:legacy-token",
    "act_1",
    "tep_1",
  ]);
  expect(place.querySelectorAll("[aria-label='Copy the ID of Legacy']")).toHaveLength(2);
});

test("explains a profile to a tenant without one, and links to the form", async () => {
  const { place } = await showExchange();
  expect(words(place)).toContain("No token exchange profiles yet.");
  await click(findButton(place, "Create profile"));
  expect(place.querySelector("form")?.getAttribute("aria-label")).toBe(
    "New token exchange profile",
  );
});

test("reports a failed load, and offers a retry", async () => {
  const worker = createFakeWorker();
  const message = "The tenant could not be reached.";
  worker.refuse("token-exchange-profile.list", { code: "unreachable", message });
  const { place } = await showExchange({ worker });
  expect(words(find(place, "[role=alert]"))).toContain(message);
  expect(words(place)).not.toContain("No token exchange profiles yet.");
  worker.answer("token-exchange-profile.list", { profiles: [legacy] });
  await click(findButton(place, "Retry"));
  expect(words(find(place, ".profile"))).toContain("Legacy");
  expect(place.querySelector("[role=alert]")).toBeNull();
});

test("shows the tenant's current profiles after a reload", async () => {
  const { place, worker } = await showExchange();
  worker.answer("token-exchange-profile.list", { profiles: [legacy] });
  await click(findButton(place, "Reload"));
  expect(words(find(place, ".profile"))).toContain("Legacy");
});

test("renames a profile in place", async () => {
  const { place, worker, sentOf } = await showExchange({ profiles: [legacy] });
  worker.answer("token-exchange-profile.update", { ...legacy, name: "Legacy of 2019" });
  await click(findButton(place, "Rename Legacy"));
  const field = findField(place, "New name");
  await type(field, "x");
  await submit(find(place, ".profile"));
  expect(describe(field)).toContain("at least 3 characters");
  await type(field, "Legacy of 2019");
  await submit(find(place, ".profile"));
  const request = { tenantId: tenant.id, id: "tep_1", patch: { name: "Legacy of 2019" } };
  expect(sentOf("token-exchange-profile.update")).toEqual([request]);
  expect(words(find(place, ".profile b"))).toBe("Legacy of 2019");
  expect(words(find(place, ".notice.good"))).toContain("Legacy was renamed to Legacy of 2019.");
  expect(words(find(place, ".since"))).toBe(`${now}: this change`);
});

test("returns the focus to the button after a rename, and after a cancelled one", async () => {
  const { place, worker } = await showExchange({ profiles: [legacy] });
  worker.answer("token-exchange-profile.update", { ...legacy, name: "Legacy of 2019" });
  await click(findButton(place, "Rename Legacy"));
  findField(place, "New name").focus();
  await press(findField(place, "New name"), "Escape");
  expect(document.activeElement).toBe(findButton(place, "Rename Legacy"));
  await click(findButton(place, "Rename Legacy"));
  findField(place, "New name").focus();
  await type(findField(place, "New name"), "Legacy of 2019");
  await submit(find(place, ".profile"));
  expect(document.activeElement).toBe(findButton(place, "Rename Legacy of 2019"));
});

test("deletes a profile after a confirmation that calls it final", async () => {
  const { place, worker, sentOf } = await showExchange({ profiles: [legacy] });
  worker.answer("token-exchange-profile.delete", {});
  await click(findButton(place, "Delete Legacy"));
  expect(words(find(place, "dialog"))).toContain("This cannot be undone");
  expect(sentOf("token-exchange-profile.delete")).toEqual([]);
  await click(findButton(place, "Delete profile"));
  expect(sentOf("token-exchange-profile.delete")).toEqual([{ tenantId: tenant.id, id: "tep_1" }]);
  expect(place.querySelector(".profile")).toBeNull();
  expect(words(place)).toContain("Legacy was deleted.");
  expect(words(find(place, ".since"))).toBe(`${now}: this change`);
  expect(document.activeElement).toBe(findButton(place, "New profile"));
});

test("reports a failed change at its row, and offers a reload after a lost response", async () => {
  const { place, worker, sentOf } = await showExchange({ profiles: [legacy] });
  const message = "The credential lacks delete:token_exchange_profiles.";
  worker.refuse("token-exchange-profile.delete", { code: "insufficient-scope", message });
  await click(findButton(place, "Delete Legacy"));
  await click(findButton(place, "Delete profile"));
  expect(words(find(place, ".profile [role=alert]"))).toContain(message);
  await click(findButton(place, "Dismiss"));

  const facts = { code: "answer-lost", message: "No answer came.", isInDoubt: true };
  worker.refuse("token-exchange-profile.delete", { ...facts, facts });
  await click(findButton(place, "Delete Legacy"));
  await click(findButton(place, "Delete profile"));
  worker.answer("token-exchange-profile.list", { profiles: [] });
  await click(findButton(place, "Reload the list"));
  expect(sentOf("token-exchange-profile.list")).toHaveLength(2);
  expect(words(place)).toContain("No token exchange profiles yet.");
});
