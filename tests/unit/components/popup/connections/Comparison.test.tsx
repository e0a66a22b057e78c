import { expect, test } from "vitest";
import { click, find, findButton, findField, type, words } from "../../show.ts";
import { sendChanges, showWorkforce, workforce } from "./connection-stage.tsx";

/** Both changed the name; only the other one changed the features. */
async function showComparison() {
  const shown = await showWorkforce();
  await type(findField(shown.place, "Name"), "staff");
  const theirs = { ...workforce, name: "employees", enabled_features: [] };
  shown.worker.answer("connection-profile.update", { kind: "conflict", theirs });
  await sendChanges(shown.place);
  return shown;
}

test("shows my value, their value and the base for each difference, and the possible choices", async () => {
  const { place } = await showComparison();
  expect(words(place)).toContain("Someone else changed this profile.");
  expect([...place.querySelectorAll(".difference")].map(words)).toEqual([
    'nameConflict: changed in both versions. Choose a value. Mine"staff" Theirs"employees"Before"workforce"',
    'enabled_featuresChanged only by someone else; that change is kept.Mine[ "scim" ]Theirs[]Before[ "scim" ]',
  ]);
  expect(findButton(place, "Continue").disabled).toBe(true);
  expect(words(place)).toContain("Resolve all conflicts to continue.");
});

test("reviews the choices against the other version before they are sent", async () => {
  const { place } = await showComparison();
  await click(findField(find(place, ".difference.conflict"), "Mine"));
  await click(findButton(place, "Continue"));
  const [group] = place.querySelectorAll(".changes tbody");
  expect(group === undefined ? "" : words(group)).toBe('name"employees""staff"');
});

test("accepts their version for one property, or as a whole", async () => {
  const { place } = await showComparison();
  await click(findField(find(place, ".difference.conflict"), "Theirs"));
  await click(findButton(place, "Continue"));
  expect(words(place)).toContain("No changes are left to send.");
  expect(findField(place, "Name").value).toBe("employees");

  const { place: other } = await showComparison();
  await click(findButton(other, "Discard my changes"));
  expect(findField(other, "Name").value).toBe("employees");
});

test("“Back” keeps the input", async () => {
  const { place } = await showComparison();
  await click(findButton(place, "Back"));
  expect(findField(place, "Name").value).toBe("staff");
});
