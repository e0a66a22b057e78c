import type { ComponentChildren, RefObject } from "preact";
import { findTargetRow } from "./find-target-row.ts";

/**
 * A list of options of which one is selected (ARIA Authoring Practices, listbox pattern). The arrow
 * keys, the page keys, Home and End move the selection; Enter and ArrowRight open the selected row.
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
  children: ComponentChildren;
}) {
  const { selected, count } = props;
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findTargetRow(event, { at: selected?.index ?? -1, count, page: props.page });
    if (target !== undefined) props.onSelect(target);
    else if (selected !== undefined && (event.key === "Enter" || event.key === "ArrowRight"))
      props.onOpen();
    else return;
    event.preventDefault();
  };
  const click = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest("[role=option]") : null;
    const position = row?.getAttribute("aria-posinset");
    if (position) props.onClickRow(Number(position) - 1);
  };
  return (
    <div
      class={props.class}
      role="listbox"
      tabIndex={0}
      ref={props.list}
      aria-label={props.label}
      aria-activedescendant={selected?.id}
      onKeyDown={press}
      onClick={click}
    >
      {props.children}
    </div>
  );
}

/** Returns the number of rows that a page key moves in a list that scrolls, in CSS pixels. */
export function countPage(list: RefObject<HTMLDivElement | null>, rowHeight: number): number {
  return Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / rowHeight) - 1);
}
