import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useMenuRequests, useRowMenu } from "../RowMenu.tsx";
import { rowId } from "./saved-row.ts";

/** A button of a saved row, and the same item of its menu. */
export interface SavedAction {
  label: string;
  /** The accessible name, which also names the row. */
  name: string;
  act: () => unknown;
  title?: string;
  isDisabled?: boolean;
}

/** A preset or an earlier run, with a button for each action, and the same actions as a menu. */
export function SavedRow(props: {
  id: string;
  actions: readonly SavedAction[];
  /** Default: none. */
  row?: RefObject<HTMLLIElement | null>;
  children: ComponentChildren;
}) {
  const { actions } = props;
  const own = useRef<HTMLLIElement>(null);
  const row = props.row ?? own;
  const menu = useRowMenu(() => row.current?.querySelector("button")?.focus());
  useMenuRequests(row, (event) => {
    if (row.current === null) return;
    menu.open({
      event,
      row: row.current,
      label: "Actions of the row",
      actions: actions
        .filter(({ isDisabled }) => isDisabled !== true)
        .map(({ label, act }) => ({ title: label, act: () => void act() })),
    });
  });
  return (
    <li ref={row} id={rowId(props.id)}>
      <div class="saved-what">{props.children}</div>
      <div class="actions">
        {actions.map(({ label, name, act, title, isDisabled = false }) => (
          <button
            key={label}
            type="button"
            class="button"
            data-action={label}
            aria-label={name}
            title={title}
            disabled={isDisabled}
            onClick={() => void act()}
          >
            {label}
          </button>
        ))}
      </div>
      {menu.view}
    </li>
  );
}
