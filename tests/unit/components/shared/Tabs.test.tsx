import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { TabPanel, Tabs } from "../../../../components/shared/Tabs.tsx";
import { click, find, press, show, words } from "../show.ts";

const names = ["run", "tokens", "events"] as const;
type Name = (typeof names)[number];

function createChoice(first: Name) {
  return signal(first);
}

async function showTabs(first: Name) {
  const chosen = createChoice(first);
  function View() {
    return (
      <>
        <Tabs
          label="Parts"
          selected={chosen.value}
          onSelect={(name) => {
            chosen.value = name;
          }}
          tabs={names.map((name) => ({ name, title: `The ${name}` }))}
        />
        <TabPanel name={chosen.value}>{chosen.value}</TabPanel>
      </>
    );
  }
  const place = await show(<View />);
  return { place, chosen, selected: () => find(place, "[role=tab][aria-selected=true]") };
}

test.each([
  ["run", "ArrowRight", "tokens"],
  ["events", "ArrowRight", "run"],
  ["run", "ArrowLeft", "events"],
  ["tokens", "ArrowLeft", "run"],
  ["tokens", "Home", "run"],
  ["tokens", "End", "events"],
] as const)("from %s the key %s selects and focuses %s", async (from, key, to) => {
  const { chosen, selected } = await showTabs(from);
  selected().focus();
  expect(await press(selected(), key)).toBe(true);
  expect(chosen.value).toBe(to);
  expect(words(selected())).toBe(`The ${to}`);
  expect(document.activeElement).toBe(selected());
});

test("ignores other keys", async () => {
  const { chosen, selected } = await showTabs("run");
  expect(await press(selected(), "ArrowDown")).toBe(false);
  expect(await press(selected(), "a")).toBe(false);
  expect(chosen.value).toBe("run");
});

test("selects a tab on a click", async () => {
  const { place, chosen } = await showTabs("run");
  await click(find(place, "#tab-events"));
  expect(chosen.value).toBe("events");
});

test("puts only the selected tab into the order of the Tab key, and links it to its panel", async () => {
  const { place, selected } = await showTabs("tokens");
  const inOrder = [...place.querySelectorAll<HTMLElement>("[role=tab]")].filter(
    ({ tabIndex }) => tabIndex === 0,
  );
  expect(inOrder).toEqual([selected()]);
  const panel = find(place, "[role=tabpanel]");
  expect(selected().getAttribute("aria-controls")).toBe(panel.id);
  expect(panel.getAttribute("aria-labelledby")).toBe(selected().id);
  expect(words(panel)).toBe("tokens");
});
