import { describe, expect, test } from "vitest";
import { click, describe as describeControl, find, findButton, press, submit } from "../show.ts";
import { findField, type, words } from "../show.ts";
import { showProfiles } from "./connections/connection-stage.tsx";
import { legacy, showExchange } from "./exchange/stage-exchange.tsx";

const makeExchange = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...legacy,
    id: `tep_${index}`,
    name: `Profile ${index}`,
    subject_token_type: `urn:acme:type-${index}`,
  }));
const makeConnections = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `cop_${index}`, name: `workforce ${index}` }));

const findFilter = (place: ParentNode): HTMLInputElement => {
  const field = find(place, "[aria-label=Filter] input");
  if (!(field instanceof HTMLInputElement)) throw new Error("The filter is no field.");
  return field;
};
const names = (place: ParentNode) => [...place.querySelectorAll(".profile b")].map(words);

describe("a long list of token exchange profiles", () => {
  test("has a filter, unlike a short list", async () => {
    const { place: short } = await showExchange({ profiles: makeExchange(8) });
    expect(short.querySelector("[role=search]")).toBeNull();
    const { place: long } = await showExchange({ profiles: makeExchange(9) });
    expect(findFilter(long).placeholder).toBe("filter: text, -word");
  });

  test("shows the matches, and announces their number", async () => {
    const { place } = await showExchange({ profiles: makeExchange(52) });
    expect(names(place)).toHaveLength(52);
    await type(findFilter(place), "type-3 -type-30");
    expect(names(place)).toHaveLength(10);
    const status = find(place, "[aria-label=Filter] [role=status]");
    expect(words(status)).toBe("10 of 52 shown");
    expect(describeControl(findFilter(place))).toBe("10 of 52 shown");
  });

  test("reports an empty result with a button to clear the filter", async () => {
    const { place } = await showExchange({ profiles: makeExchange(12) });
    await type(findFilter(place), "nobody");
    expect(words(place)).toContain("No profiles match the filter (12 hidden).");
    await click(findButton(place, "Clear filter"));
    expect(names(place)).toHaveLength(12);
    expect(document.activeElement).toBe(findFilter(place));
  });

  test("explains an invalid filter", async () => {
    const { place } = await showExchange({ profiles: makeExchange(12) });
    await type(findFilter(place), "/type/");
    expect(findFilter(place).getAttribute("aria-invalid")).toBe("true");
    expect(describeControl(findFilter(place))).toContain(
      "This filter accepts only words and -words.",
    );
    expect(names(place)).toHaveLength(12);
  });

  test("focuses its filter with / unless the user types in another field", async () => {
    const { place } = await showExchange({ profiles: makeExchange(12) });
    expect(await press(document.body, "/")).toBe(true);
    expect(document.activeElement).toBe(findFilter(place));
    expect(await press(findFilter(place), "/")).toBe(false);
    await click(findButton(place, "Rename Profile 3"));
    expect(await press(findField(place, "New name"), "/")).toBe(false);
  });

  test("ignores / while another view replaces it", async () => {
    const { place } = await showExchange({ profiles: makeExchange(12) });
    await click(findButton(place, "New profile"));
    expect(await press(document.body, "/")).toBe(false);
  });

  test("empties its filter with Escape, which closes the popup only after that", async () => {
    const { place } = await showExchange({ profiles: makeExchange(12) });
    await type(findFilter(place), "type-3");
    expect(await press(findFilter(place), "Escape")).toBe(true);
    expect(findFilter(place).value).toBe("");
    expect(names(place)).toHaveLength(12);
    expect(await press(findFilter(place), "Escape")).toBe(false);
  });

  test("keeps a profile that was renamed out of the filter visible, and reports it", async () => {
    const { place, worker } = await showExchange({ profiles: makeExchange(12) });
    await type(findFilter(place), "profile 3");
    const [renamed] = makeExchange(12).filter(({ id }) => id === "tep_3");
    worker.answer("token-exchange-profile.update", { ...renamed, name: "Kiosk" });
    await click(findButton(place, "Rename Profile 3"));
    await type(findField(place, "New name"), "Kiosk");
    await submit(find(place, ".profile"));
    expect(names(place)).toEqual(["Kiosk"]);
    expect(words(find(place, "[aria-label=Filter] [role=status]"))).toBe(
      "1 of 12 shown, including 1 outside the filter (new, changed or being edited)",
    );
    expect(document.activeElement).toBe(findButton(place, "Rename Kiosk"));
  });
});

describe("a long list of connection profiles", () => {
  test("has a filter, unlike a short list", async () => {
    const { place: short } = await showProfiles(makeConnections(8));
    expect(short.querySelector("[role=search]")).toBeNull();
    const { place: long } = await showProfiles(makeConnections(9));
    expect(findFilter(long).type).toBe("search");
  });

  test("shows the matches, also after one of them was opened and left", async () => {
    const { place } = await showProfiles(makeConnections(60));
    await type(findFilter(place), "workforce 5");
    expect(place.querySelectorAll("li")).toHaveLength(15);
    expect(words(find(place, "[role=search] [role=status]"))).toBe("15 of 60 shown");
    const [first] = place.querySelectorAll<HTMLElement>("button.row");
    if (first === undefined) throw new Error("There is no row.");
    await click(first);
    expect(place.querySelector("[role=search]")).toBeNull();
    await click(findButton(place, "← All profiles"));
    expect(place.querySelectorAll("li")).toHaveLength(15);
    expect(findFilter(place).value).toBe("workforce 5");
    expect(words(document.activeElement ?? place)).toContain("workforce 5");
  });

  test("reports an empty result", async () => {
    const { place } = await showProfiles(makeConnections(60));
    await type(findFilter(place), "nobody");
    expect(words(place)).toContain("No profiles match the filter (60 hidden).");
    await click(findButton(place, "Clear filter"));
    expect(place.querySelectorAll("li")).toHaveLength(60);
  });
});
