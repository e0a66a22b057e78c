import type { ComponentChildren, RefObject } from "preact";
import { findTargetRow } from "./find-target-row.ts";
import { useRowMenu, type RowAction } from "./RowMenu.tsx";

/**
 * A list of options of which one is selected (ARIA Authoring Practices, listbox pattern). The arrow
 * keys, the page keys, Home and End move the selection; Enter and ArrowRight open the selected row.
 * A right click, the menu key and Shift+F10 offer the actions of a row.
 *
 * The rows are elements with the role `option` and their place as `aria-posinset`.
 */
export function ListBox(props: {
  class: string;
  label: string;
  list: RefObject<HTMLDivElement | null>;
  /** The index of the selected row, and the id of its element. */
  selected: { index: number; id: string } | undefined;
  count: number;
  /** The number of rows that a page key moves. */
  page: () => number;
  onSelect: (index: number) => void;
  /** Opens the selected row. */
  onOpen: () => void;
  /** Handles a click on a row. */
  onClickRow: (index: number) => void;
  /** Opens the selected row in the place of the list, on a double click. Default: nothing. */
  onOpenWide?: () => void;
  /** Returns what a user can do with a row. */
  actions: (index: number) => readonly RowAction[];
  children: ComponentChildren;
}) {
  const { selected, count, list } = props;
  const menu = useRowMenu(() => list.current?.focus());
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findTargetRow(event, { at: selected?.index ?? -1, count, page: props.page });
    if (target !== undefined) props.onSelect(target);
    else if (selected !== undefined && (event.key === "Enter" || event.key === "ArrowRight"))
      props.onOpen();
    else return;
    event.preventDefault();
  };
  const click = ({ target, detail }: MouseEvent) => {
    // The first click can move the rows: the second one means the row that the first one opened.
    if (detail === 2 && props.onOpenWide !== undefined) props.onOpenWide();
    else {
      const index = findIndex(target);
      if (index !== undefined) props.onClickRow(index);
    }
  };
  const offer = (event: MouseEvent) => {
    // A key has the list as its target, and means the selected row.
    const isKey = event.target === list.current && event.button !== 2;
    const index = isKey ? selected?.index : findIndex(event.target);
    if (index === undefined) return;
    props.onSelect(index);
    const row = list.current?.querySelector(`[aria-posinset="${index + 1}"]`);
    const actions = props.actions(index);
    if (row) menu.open({ event, row, label: "Actions of the row", actions });
  };
  return (
    <>
      <div
        class={props.class}
        role="listbox"
        tabIndex={0}
        ref={list}
        aria-label={props.label}
        aria-activedescendant={selected?.id}
        onKeyDown={press}
        onClick={click}
        onContextMenu={offer}
      >
        {props.children}
      </div>
      {menu.view}
    </>
  );
}

/** Returns the index of the row that contains the target of an event. */
function findIndex(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest("[role=option]") : null;
  const position = row?.getAttribute("aria-posinset");
  return position ? Number(position) - 1 : undefined;
}

/** Returns the number of rows that a page key moves in a list that scrolls, in CSS pixels. */
export function countPage(list: RefObject<HTMLDivElement | null>, rowHeight: number): number {
  return Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight) - 1);
}
