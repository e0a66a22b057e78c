import { expect, test } from "vitest";
import { click, find, findButton, findField, sourceOf, submit, type, words } from "../../show.ts";
import { now } from "../../fake-worker.ts";
import {
  answerUpdate,
  sendChanges,
  showProfiles,
  showWorkforce,
  workforce,
} from "./connection-stage.tsx";

const partners = { id: "cop_2" };

test("lists each profile with its features, and their number", async () => {
  const { place } = await showProfiles([workforce, partners]);
  expect([...place.querySelectorAll("li")].map(words)).toEqual([
    "workforcescim",
    "cop_2no features",
  ]);
  expect(words(place)).toContain("2 profiles");
});

test("opens a profile with the focus on its name, and returns the focus to its row", async () => {
  const { place } = await showProfiles([workforce, partners]);
  const [row] = place.querySelectorAll<HTMLElement>("button.row");
  if (row === undefined) throw new Error("There is no row.");
  await click(row);
  expect(document.activeElement).toBe(find(place, "h2"));
  expect(words(find(place, "h2"))).toBe("workforce");
  expect(words(place)).toContain("No changes");
  await click(findButton(place, "← All profiles"));
  expect(document.activeElement).toBe(place.querySelector("button.row"));
});

test("focuses the profile's name again after a review that was left, and after a change", async () => {
  const { place, worker } = await showWorkforce();
  await type(findField(place, "Name"), "staff");
  await click(findButton(place, "Review changes"));
  findButton(place, "Back").focus();
  await click(findButton(place, "Back"));
  expect(document.activeElement).toBe(find(place, "h2"));
  await click(findButton(place, "Review changes"));
  answerUpdate(worker, { ...workforce, name: "staff" });
  findButton(place, "Send changes").focus();
  await submit(place);
  expect(words(place)).toContain("Connection profile updated.");
  expect(document.activeElement).toBe(find(place, "h2"));
});

test("reports a tenant without a profile, and reloads the list", async () => {
  const { place, worker } = await showProfiles([]);
  expect(words(place)).toContain(
    "No connection profiles. Create one in the dashboard, or with POST /api/v2/connection-profiles",
  );
  worker.answer("connection-profile.list", { profiles: [workforce] });
  await click(findButton(place, "Reload"));
  expect(words(place)).toContain("workforce");
});

test("warns about an incomplete list", async () => {
  const { place, worker } = await showProfiles();
  expect(words(place)).not.toContain("The list is incomplete.");
  worker.answer("connection-profile.list", { profiles: [workforce, partners], isPartial: true });
  await click(findButton(place, "Reload"));
  expect(words(find(place, ".notice.warning"))).toContain("Only the first 2 profiles were loaded.");
});

test("reports a failed load, keeps the known profiles, and can be retried", async () => {
  const { place, worker } = await showProfiles();
  worker.refuse("connection-profile.list", { code: "x", message: "The tenant does not answer." });
  await click(findButton(place, "Reload"));
  expect(words(find(place, "[role=alert]"))).toContain("The tenant does not answer.");
  expect(words(place)).toContain("workforce");
  worker.answer("connection-profile.list", { profiles: [workforce] });
  await click(findButton(place, "Retry"));
  expect(place.querySelector("[role=alert]")).toBeNull();
});

test("reviews each changed value with before and after, and the request body", async () => {
  const { place, worker } = await showWorkforce();
  expect(findButton(place, "Review changes").disabled).toBe(true);
  await type(findField(place, "Name"), "staff");
  await click(findField(place, "universal_logout"));
  expect(words(place)).toContain("2 changes");
  await click(findButton(place, "Review changes"));
  expect(document.activeElement).toBe(find(place, "h3"));
  const groups = [...place.querySelectorAll(".changes tbody")].map((group) =>
    [...group.querySelectorAll("th, td")].map(words),
  );
  expect(groups).toEqual([
    ["name", '"workforce"', '"staff"'],
    ["enabled_features", '[ "scim" ]', '[ "scim", "universal_logout" ]'],
  ]);
  expect(words(find(place, "pre"))).toBe(
    '{ "name": "staff", "enabled_features": [ "scim", "universal_logout" ] }',
  );

  const answer = { ...workforce, name: "staff", enabled_features: ["scim", "universal_logout"] };
  answerUpdate(worker, answer);
  await click(findButton(place, "Send changes"));
  expect(worker.sent.map(({ command }) => command)).toEqual([
    "connection-profile.list",
    "connection-profile.list-updates",
    "connection-profile.update",
    "connection-profile.acknowledge-update",
  ]);
  expect(words(find(place, ".outcome"))).toContain("Connection profile updated.");
  expect(words(find(place, ".outcome pre"))).toContain('"universal_logout"');
  expect(words(find(place, ".outcome .since"))).toBe(`${now}: this change`);
  expect(words(place)).toContain("No changes");
});

test("“Back” leaves the review and keeps the input", async () => {
  const { place, worker } = await showWorkforce();
  await type(findField(place, "Name"), "staff");
  await click(findButton(place, "Review changes"));
  await click(findButton(place, "Back"));
  expect(findField(place, "Name").value).toBe("staff");
  expect(worker.sent.map(({ command }) => command)).toEqual([
    "connection-profile.list",
    "connection-profile.list-updates",
  ]);
});

test("discards the input on demand, and marks drafts in the list", async () => {
  const { place } = await showWorkforce();
  await type(findField(place, "Name"), "staff");
  await click(findButton(place, "← All profiles"));
  expect(words(find(place, "li"))).toContain("draft");
  await click(find(place, "button.row"));
  expect(findField(place, "Name").value).toBe("staff");
  await click(findButton(place, "Discard"));
  expect(findField(place, "Name").value).toBe("workforce");
});

test("undoes an applied change with one click", async () => {
  const { place, worker } = await showWorkforce();
  const changed = { ...workforce, name: "staff" };
  answerUpdate(worker, changed);
  await type(findField(place, "Name"), "staff");
  await sendChanges(place);
  answerUpdate(worker, workforce);
  await click(findButton(place, "Undo"));
  const update = worker.sent.findLast(({ command }) => command === "connection-profile.update");
  expect(update?.request).toMatchObject({ patch: { name: "workforce" }, isUndo: true });
  expect(words(find(place, ".outcome"))).toContain("Change undone.");
  expect(words(find(place, ".outcome .since"))).toBe(`${now}: the undo`);
  expect(findButton(place, "Redo").disabled).toBe(false);
  await type(findField(place, "Name"), "other");
  expect(findButton(place, "Redo").disabled).toBe(true);
});

test("shows names and identifiers as text", async () => {
  const name = "<img src=x onerror=alert(1)>";
  const { place } = await showWorkforce([{ ...workforce, name }]);
  expect(words(find(place, "h2"))).toBe(name);
  expect(sourceOf(place)).not.toContain("<img");
});
