import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { findTargetRow } from "./find-target-row.ts";
import "./row-menu.css";

/** An item of a row's menu. */
export interface RowAction {
  title: string;
  /** Returns a sentence if the user cannot see the result, or if there is none. */
  act: () => Outcome | Promise<Outcome>;
}

type Outcome = RowOutcome | undefined | void;

/** A sentence about an action. A problem stays in sight until the user closes it. */
interface RowOutcome {
  sentence: string;
  isProblem: boolean;
}

/** A place in the window, in CSS pixels. */
interface Point {
  x: number;
  y: number;
}

type Shown =
  | { kind: "actions"; at: Point; label: string; actions: readonly RowAction[] }
  | { kind: "problem"; at: Point; sentence: string };

/** Copies a text that is written on the click; undefined if there is none. */
export function copyAction(
  title: string,
  write: () => string | undefined | Promise<string | undefined>,
): RowAction {
  return {
    title,
    act: async () => {
      try {
        const text = await write();
        if (text === undefined) return { sentence: "There is nothing to copy.", isProblem: true };
        await navigator.clipboard.writeText(text);
        return { sentence: "Copied.", isProblem: false };
      } catch {
        return {
          sentence: "The browser refused to copy. Click in the panel, then copy again.",
          isProblem: true,
        };
      }
    },
  };
}

/**
 * Hides the rows that have a word, by a term of the filter. There is no action without a word, or
 * with white space in it, which no term can have.
 */
export function hideAction(title: string, word: string, hide: (word: string) => void): RowAction[] {
  return word === "" || /\s/u.test(word) ? [] : [{ title, act: () => hide(word) }];
}

/**
 * Offers the actions of a row where the user clicked with the right button, or pressed the menu key
 * or Shift+F10: all three arrive as the event `contextmenu`.
 *
 * @param focusBack focuses what had the focus before the menu.
 */
export function useRowMenu(focusBack: () => void): {
  open: (menu: {
    event: MouseEvent;
    row: Element;
    label: string;
    actions: readonly RowAction[];
  }) => void;
  view: ComponentChildren;
} {
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const [said, setSaid] = useState("");
  const close = () => {
    setShown(undefined);
    focusBack();
  };
  const perform = async (action: RowAction, at: Point) => {
    // An action can move the focus, so that the list has it before.
    close();
    const outcome = await action.act();
    setSaid(outcome?.isProblem === false ? outcome.sentence : "");
    if (outcome?.isProblem === true) setShown({ kind: "problem", at, sentence: outcome.sentence });
  };
  return {
    open: ({ event, row, label, actions }) => {
      if (actions.length === 0) return;
      event.preventDefault();
      setSaid("");
      setShown({ kind: "actions", at: placeOf(event, row), label, actions });
    },
    view: (
      <>
        <span class="unseen" role="status">
          {said}
        </span>
        {shown === undefined ? null : shown.kind === "problem" ? (
          <Problem {...shown} onClose={close} />
        ) : (
          <Menu
            {...shown}
            onLeave={() => setShown(undefined)}
            onClose={close}
            onChoose={(action) => void perform(action, shown.at)}
          />
        )}
      </>
    ),
  };
}

/** Calls back when a menu is asked for in a row that has no role of a control. */
export function useMenuRequests(
  place: { current: HTMLElement | null },
  onRequest: (event: MouseEvent) => void,
): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => {
    const listening = place.current;
    const request = (event: MouseEvent) => latest.current(event);
    listening?.addEventListener("contextmenu", request);
    return () => listening?.removeEventListener("contextmenu", request);
  }, [place]);
}

/** Returns the place of a click of the right button; after a key, one below the row's start. */
function placeOf(event: MouseEvent, row: Element): Point {
  const { left, bottom } = row.getBoundingClientRect();
  const isClick = event.button === 2 && event.target instanceof Node && row.contains(event.target);
  return isClick ? { x: event.clientX, y: event.clientY } : { x: left + 24, y: bottom };
}

/** A menu (ARIA Authoring Practices, menu pattern). */
function Menu(props: {
  at: Point;
  label: string;
  actions: readonly RowAction[];
  /** The focus went elsewhere. */
  onLeave: () => void;
  onClose: () => void;
  onChoose: (action: RowAction) => void;
}) {
  const { actions } = props;
  const menu = useRef<HTMLDivElement>(null);
  useFittedBox(menu, props.at);
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  useLayoutEffect(() => items()[0]?.focus(), [actions]);
  // A menu at its old place would stand outside of a smaller window.
  useEffect(() => {
    addEventListener("resize", props.onLeave);
    return () => removeEventListener("resize", props.onLeave);
  });
  const press = (event: KeyboardEvent) => {
    // The panel's own keys act on the row behind the menu.
    event.stopPropagation();
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const target = findTargetRow(event, { at, count: all.length });
    if (target !== undefined) all[target]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") props.onClose();
    else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey)
      findByLetter(all, at, event.key)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      class="row-menu"
      role="menu"
      aria-label={props.label}
      onKeyDown={press}
      // Without this, Firefox on macOS takes the focus from the menu before the click.
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          props.onLeave();
      }}
    >
      {actions.map((action) => (
        <button
          key={action.title}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onPointerMove={({ currentTarget }) => currentTarget.focus()}
          onClick={() => props.onChoose(action)}
        >
          {action.title}
        </button>
      ))}
    </div>
  );
}

/** Returns the next item that begins with a letter, after the one at an index. */
function findByLetter(
  items: readonly HTMLElement[],
  at: number,
  letter: string,
): HTMLElement | undefined {
  const inOrder = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const wanted = letter.toLowerCase();
  return inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted));
}

/** Says why an action did nothing, where it was chosen. */
function Problem(props: { at: Point; sentence: string; onClose: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useFittedBox(box, props.at);
  useLayoutEffect(() => box.current?.querySelector("button")?.focus(), []);
  return (
    <div ref={box} class="row-menu problem" role="alertdialog" aria-labelledby={id}>
      <p id={id}>{props.sentence}</p>
      <button
        type="button"
        class="button"
        onClick={props.onClose}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          props.onClose();
        }}
      >
        Close
      </button>
    </div>
  );
}

/** Places a box at a point, or beside it where the window ends. */
function useFittedBox(box: { current: HTMLElement | null }, { x, y }: Point): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    element.style.left = `${Math.max(0, Math.min(x, clientWidth - width))}px`;
    element.style.top = `${Math.max(0, y + height > clientHeight ? y - height : y)}px`;
  }, [box, x, y]);
}
