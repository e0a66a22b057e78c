import { useRef } from "preact/hooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { ListBox } from "../../../../components/panel/ListBox.tsx";
import { copyAction, type RowAction } from "../../../../components/panel/RowMenu.tsx";
import {
  click,
  find,
  findButton,
  listMenu,
  openMenu,
  perform,
  press,
  show,
  words,
} from "../show.ts";

/** Shows a list of three rows of which the second is selected. */
async function showList(actions: (index: number) => readonly RowAction[]) {
  const calls: string[] = [];
  function List() {
    const list = useRef<HTMLDivElement>(null);
    return (
      <ListBox
        class="list"
        label="Rows"
        list={list}
        selected={{ index: 1, id: "row-1" }}
        count={3}
        page={() => 1}
        onSelect={(index) => calls.push(`select ${index}`)}
        onOpen={() => calls.push("open")}
        onClickRow={(index) => calls.push(`click ${index}`)}
        onOpenWide={() => calls.push("wide")}
        actions={actions}
      >
        {[0, 1, 2].map((index) => (
          <div
            key={index}
            id={`row-${index}`}
            role="option"
            aria-selected={index === 1}
            aria-posinset={index + 1}
          >
            <span>Row {index}</span>
          </div>
        ))}
      </ListBox>
    );
  }
  const place = await show(<List />);
  const list = find(place, "[role=listbox]");
  await perform(() => list.focus());
  return { place, list, calls, row: (index: number) => find(place, `#row-${index}`) };
}

const acted: string[] = [];
const named =
  (...titles: string[]) =>
  (index: number): RowAction[] =>
    titles.map((title) => ({ title, act: () => void acted.push(`${title} ${index}`) }));

test("a right click selects the row and offers its actions, the first one with the focus", async () => {
  const { place, calls, row } = await showList(named("Copy", "Hide"));
  expect(await openMenu(find(row(2), "span"))).toBe(true);
  expect(calls).toEqual(["select 2"]);
  expect(listMenu(place)).toEqual(["Copy", "Hide"]);
  expect(words(document.activeElement ?? place)).toBe("Copy");
});

test("the menu key offers the actions of the selected row", async () => {
  acted.length = 0;
  const { place, list } = await showList(named("Copy"));
  await openMenu(list, "key");
  await click(findButton(place, "Copy"));
  expect(acted).toEqual(["Copy 1"]);
  expect(place.querySelector("[role=menu]")).toBeNull();
  expect(document.activeElement).toBe(list);
});

test.each([
  ["a place without a row", (list: HTMLElement): Promise<boolean> => openMenu(list), named("Copy")],
  [
    "a row without actions",
    (list: HTMLElement): Promise<boolean> => openMenu(find(list, "#row-0")),
    named(),
  ],
])("the browser's own menu opens on %s", async (_, right, actions) => {
  const { place, list } = await showList(actions);
  expect(await right(list)).toBe(false);
  expect(place.querySelector("[role=menu]")).toBeNull();
});

test("keys move in the menu, and not in the list behind it", async () => {
  const { place, row, calls } = await showList(named("Copy URL", "Copy as cURL", "Hide"));
  await openMenu(row(0));
  const menu = find(place, "[role=menu]");
  const focused = () => words(document.activeElement ?? place);
  for (const [key, title] of [
    ["ArrowDown", "Copy as cURL"],
    ["End", "Hide"],
    ["ArrowDown", "Hide"],
    ["Home", "Copy URL"],
    ["h", "Hide"],
    ["c", "Copy URL"],
    ["c", "Copy as cURL"],
  ] as const) {
    await press(menu, key);
    expect(focused(), key).toBe(title);
  }
  expect(calls).toEqual(["select 0"]);
});

test.each(["Escape", "Tab"])("%s closes the menu and returns to the list", async (key) => {
  const { place, list, row } = await showList(named("Copy"));
  const outside = vi.fn<() => void>();
  place.addEventListener("keydown", outside);
  await openMenu(row(0));
  await press(find(place, "[role=menu]"), key);
  expect(place.querySelector("[role=menu]")).toBeNull();
  expect(document.activeElement).toBe(list);
  expect(outside, "the keys of the panel").not.toHaveBeenCalled();
});

test("the menu closes when the focus goes elsewhere, and leaves it there", async () => {
  const { place, row } = await showList(named("Copy"));
  const other = document.createElement("button");
  place.append(other);
  await openMenu(row(0));
  await perform(() => other.focus());
  expect(place.querySelector("[role=menu]")).toBeNull();
  expect(document.activeElement).toBe(other);
});

test("a second click opens what the first one selected, even if the rows have moved", async () => {
  const { row, calls } = await showList(named());
  const clickTimes = (element: Element, detail: number) =>
    perform(() => element.dispatchEvent(new MouseEvent("click", { detail, bubbles: true })));
  await clickTimes(row(0), 1);
  await clickTimes(row(2), 2);
  expect(calls).toEqual(["click 0", "wide"]);
});

async function copy(write: () => string | undefined) {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  onTestFinished(() => copied.mockRestore());
  const stage = await showList(() => [copyAction("Copy", write)]);
  await openMenu(stage.row(0));
  await click(findButton(stage.place, "Copy"));
  return { ...stage, copied: copied.mock.calls };
}

test("a copy is announced", async () => {
  const { place, copied } = await copy(() => "text");
  expect(copied).toEqual([["text"]]);
  expect(words(find(place, "[role=status]"))).toBe("Copied.");
});

test("a copy of nothing says so beside the row, and Escape returns to the list", async () => {
  const { place, list, copied } = await copy(() => undefined);
  expect(copied).toEqual([]);
  expect(words(find(place, "[role=alertdialog] p"))).toBe("There is nothing to copy.");
  await press(findButton(place, "Close"), "Escape");
  expect(document.activeElement).toBe(list);
});

test("a copy that the browser refuses is a problem beside the row", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
  onTestFinished(() => copied.mockRestore());
  const { place, row } = await showList(() => [copyAction("Copy", () => "text")]);
  await openMenu(row(0));
  await click(findButton(place, "Copy"));
  expect(words(find(place, "[role=alertdialog] p"))).toMatch(/^The browser refused to copy\./);
});
