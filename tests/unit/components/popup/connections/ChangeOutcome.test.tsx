import { expect, test } from "vitest";
import { now, tenant } from "../../fake-worker.ts";
import { click, find, findButton, findField, type, words } from "../../show.ts";
import {
  answerUpdate,
  sendChanges,
  showProfiles,
  showWorkforce,
  workforce,
} from "./connection-stage.tsx";

const staff = { ...workforce, name: "staff" };

const lost = {
  kind: "unknown",
  failure: { code: "answer-lost", message: "No answer came.", isInDoubt: true },
};

async function rename() {
  const shown = await showWorkforce();
  await type(findField(shown.place, "Name"), "staff");
  return shown;
}

test("keeps the input after a rejection, shows the service's message, and offers a retry", async () => {
  const { place, worker } = await rename();
  worker.refuse("connection-profile.update", {
    code: "invalid-body",
    message: "It was refused.",
    facts: { code: "invalid-body", message: "It was refused.", serviceMessage: "No enum match." },
  });
  await sendChanges(place);
  expect(words(find(place, "[role=alert]"))).toContain("It was refused.");
  expect(words(find(place, "[role=alert]"))).toContain("No enum match.");
  expect(findField(place, "Name").value).toBe("staff");
  answerUpdate(worker, staff);
  await click(findButton(place, "Retry"));
  expect(words(place)).toContain("Connection profile updated.");
});

test("reports a success whose response lacks a change", async () => {
  const { place, worker } = await rename();
  answerUpdate(worker, workforce);
  await sendChanges(place);
  expect(words(find(place, ".notice.warning"))).toContain("did not apply every change");
  expect(words(find(place, ".notice.warning .changes"))).toContain('name"workforce""staff"');
});

test("offers a check after a lost response", async () => {
  const { place, worker } = await rename();
  worker.answer("connection-profile.update", lost);
  await sendChanges(place);
  expect(words(place)).toContain("The response to your change was lost.");
  expect(words(find(place, "pre"))).toBe('{ "name": "staff" }');
  expect(place.querySelector("input")).toBeNull();
  worker.refuse("connection-profile.check-update", { code: "unreachable", message: "No network." });
  await click(findButton(place, "Check profile"));
  expect(words(find(place, "[role=alert]"))).toContain("No network.");
  worker.answer("connection-profile.check-update", {
    kind: "updated",
    profile: staff,
    isFound: true,
  });
  await click(findButton(place, "Check profile"));
  expect(words(place)).toContain("The response was lost, but the profile contains your change.");
});

test("offers to discard a lost change that cannot be checked, and explains the consequence", async () => {
  const { place, worker } = await rename();
  worker.answer("connection-profile.update", lost);
  await sendChanges(place);
  worker.refuse("connection-profile.check-update", { code: "unreachable", message: "No network." });
  await click(findButton(place, "Check profile"));
  expect(words(find(place, ".notice.warning"))).toContain("an applied change remains");
  worker.answer("connection-profile.list", { profiles: [staff] });
  await click(findButton(place, "Discard"));
  expect(words(find(place, "li"))).toBe("staffscim");
  expect(document.activeElement).toBe(find(place, "button.row"));
});

test("opens with the question if the popup was closed while a change was in flight", async () => {
  const { place, worker } = await showProfiles(
    [workforce],
    [
      {
        tenantId: tenant.id,
        profileId: "cop_1",
        base: workforce,
        input: { view: "form", document: { name: "staff" } },
        isOpen: true,
      },
    ],
    [
      {
        base: workforce,
        patch: { name: "staff" },
        isUndo: false,
        sentAt: now,
        isInDoubt: true,
      },
    ],
  );
  expect(words(place)).toContain("The response to your change was lost.");
  await click(findButton(place, "← All profiles"));
  expect(words(find(place, "li"))).toContain("outcome unknown");
  await click(find(place, "button.row"));
  worker.answer("connection-profile.check-update", { kind: "not-made" });
  await click(findButton(place, "Check profile"));
  expect(words(place)).toContain("The change was not applied");
  answerUpdate(worker, staff);
  await click(findButton(place, "Send changes"));
  expect(words(place)).toContain("Connection profile updated.");
});

test("keeps the input for a deleted profile, and offers the list", async () => {
  const { place, worker } = await rename();
  const refusal = { code: "not-found", message: "There is no such profile." };
  worker.refuse("connection-profile.update", { ...refusal, facts: { ...refusal, field: "id" } });
  await sendChanges(place);
  expect(words(find(place, "[role=alert]"))).toContain("was deleted");
  expect(findField(place, "Name").value).toBe("staff");
  expect(findButton(place, "Review changes").disabled).toBe(true);
  worker.answer("connection-profile.list", { profiles: [] });
  await click(findButton(place, "Reload the list"));
  expect(words(find(place, "li"))).toContain("deleted, draft kept");
  await click(find(place, "button.row"));
  await click(findButton(place, "Discard my changes"));
  expect(words(place)).toContain("No connection profiles.");
});

test("marks a deleted profile whose update has an unknown outcome, without a draft", async () => {
  const update = { base: workforce, patch: { name: "staff" }, isUndo: false };
  const { place } = await showProfiles([], [], [{ ...update, sentAt: now, isInDoubt: true }]);
  expect(words(find(place, "li .mark"))).toBe("deleted, outcome unknown");
});
