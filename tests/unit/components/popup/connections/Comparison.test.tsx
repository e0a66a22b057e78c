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

test("each difference shows mine, theirs and what was before, and whether there is a choice", async () => {
  const { place } = await showComparison();
  expect(words(place)).toContain("Somebody else changed this profile meanwhile.");
  expect([...place.querySelectorAll(".difference")].map(words)).toEqual([
    'nameBoth changed it. Choose. Mine"staff" Theirs"employees"Before"workforce"',
    'enabled_featuresOnly the other version changed it; it is taken over.Mine[ "scim" ]Theirs[]Before[ "scim" ]',
  ]);
  expect(findButton(place, "Go on with this").disabled).toBe(true);
  expect(words(place)).toContain("Choose where both changed it.");
});

test("what was chosen is reviewed against the other version before it is sent", async () => {
  const { place } = await showComparison();
  await click(findField(find(place, ".difference.conflict"), "Mine"));
  await click(findButton(place, "Go on with this"));
  const [group] = place.querySelectorAll(".changes tbody");
  expect(group === undefined ? "" : words(group)).toBe('name"employees""staff"');
});

test("theirs can be taken at one place, or as a whole", async () => {
  const { place } = await showComparison();
  await click(findField(find(place, ".difference.conflict"), "Theirs"));
  await click(findButton(place, "Go on with this"));
  expect(words(place)).toContain("Nothing of yours is left to send.");
  expect(findField(place, "Name").value).toBe("employees");

  const { place: other } = await showComparison();
  await click(findButton(other, "Drop mine"));
  expect(findField(other, "Name").value).toBe("employees");
});

test("“Back” keeps what was entered", async () => {
  const { place } = await showComparison();
  await click(findButton(place, "Back"));
  expect(findField(place, "Name").value).toBe("staff");
});
