import { createModel, signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import { createProfileFilter } from "../../../../lib/models/profile-filter.ts";

interface Item {
  id: string;
  name: string;
}

/** Creates profiles that are named after their number. */
const makeItems = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `id_${index}`,
    name: `Profile ${String(index).padStart(2, "0")}`,
  }));

function openFilter(given: readonly Item[] = makeItems(20)) {
  const tenantId = signal<string | undefined>("https://one.example");
  const items = signal(given);
  const inHand = signal("");
  const Model = createModel(() =>
    createProfileFilter({
      tenantId,
      items,
      writeText: ({ id, name }) => `${id}\n${name}`,
      isBeingEdited: ({ id }) => inHand.value === id,
    }),
  );
  const filter = new Model();
  const names = () => filter.items.value.map(({ name }) => name);
  const change = (id: string, name: string) => {
    items.value = items.value.map((item) => (item.id === id ? { id, name } : item));
  };
  return { filter, items, inHand, tenantId, names, change };
}

describe("the filter of a list of profiles", () => {
  test("is offered from nine profiles on, and while it hides some of a shorter list", () => {
    const { filter, items } = openFilter(makeItems(8));
    expect(filter.isOffered.value).toBe(false);
    items.value = makeItems(9);
    expect(filter.isOffered.value).toBe(true);
    filter.setQuery("profile 03");
    items.value = makeItems(5);
    expect(filter.isOffered.value).toBe(true);
    filter.clear();
    expect(filter.isOffered.value).toBe(false);
  });

  test("accepts words and excluded words, in any case", () => {
    const { filter, names } = openFilter();
    expect(names()).toHaveLength(20);
    expect(filter.summary.value).toBe("");
    filter.setQuery("PROFILE 1 -12");
    expect(names()).toHaveLength(10);
    expect(names()).not.toContain("Profile 12");
    expect(filter.summary.value).toBe("10 of 20 shown");
  });

  test("reports an invalid filter, and keeps the previous one", () => {
    const { filter, names } = openFilter();
    filter.setQuery("profile 03");
    filter.setQuery("/profile/");
    expect(filter.problem.value).toContain("accepts only words and -words");
    expect(names()).toEqual(["Profile 03"]);
  });

  test("shows nothing without a match", () => {
    const { filter, names } = openFilter();
    filter.setQuery("nobody");
    expect(names()).toEqual([]);
    expect([filter.summary.value, filter.total.value]).toEqual(["0 of 20 shown", 20]);
  });

  test("never hides an edited profile, and counts it as outside the filter", () => {
    const { filter, inHand, names } = openFilter();
    inHand.value = "id_7";
    filter.setQuery("profile 03");
    expect(names()).toEqual(["Profile 03", "Profile 07"]);
    expect(filter.summary.value).toBe(
      "2 of 20 shown, including 1 outside the filter (new, changed or being edited)",
    );
    inHand.value = "";
    expect(names()).toEqual(["Profile 03"]);
  });

  test("keeps created and changed profiles visible until the filter changes", () => {
    const { filter, items, names, change } = openFilter();
    filter.setQuery("profile 03");
    change("id_3", "Renamed");
    items.value = [...items.value, { id: "id_new", name: "Made just now" }];
    expect(names()).toEqual(["Renamed", "Made just now"]);
    expect(filter.summary.value).toContain("2 of 21 shown, including 2 outside the filter");
    // A new read of the list returns equal profiles as other objects.
    items.value = items.value.map((item) => ({ ...item }));
    expect(names()).toEqual(["Renamed", "Made just now"]);
    filter.setQuery("profile 04");
    expect(names()).toEqual(["Profile 04"]);
  });

  test("keeps changed profiles visible while the typed filter is invalid", () => {
    const { filter, names, change } = openFilter();
    filter.setQuery("profile 03");
    change("id_3", "Renamed");
    filter.setQuery("/profile/");
    expect(names()).toEqual(["Renamed"]);
  });

  test("ends with the tenant that it was typed for", () => {
    const { filter, tenantId, names } = openFilter();
    filter.setQuery("profile 03");
    tenantId.value = "https://two.example";
    expect(filter.query.value).toBe("");
    expect(names()).toHaveLength(20);
  });
});
