import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Divider } from "../shared/Divider.tsx";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import "./list-split.css";

/** A list, beside it the details of its opened row. In the wide view, the details alone. */
export function ListSplit(props: {
  class: string;
  /** A `ListBox`. It stays in the document, with its place, while the details hide it. */
  list: ComponentChildren;
  /** The share of the list in percent. */
  share: { percent: number; set: (percent: number) => void };
  detail:
    | {
        class: string;
        /** Changes with the opened row. */
        key: string;
        /** Names the row in the message of a failure: `This event`. */
        subject: string;
        children: ComponentChildren;
      }
    | undefined;
  isWide: boolean;
  onWide: (isWide: boolean) => void;
  /** Closes the details. */
  onClose: () => void;
}) {
  const { list, share, detail, isWide } = props;
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, detail === undefined ? "alone" : isWide ? "wide" : "beside");
  if (detail === undefined)
    return (
      <div ref={place} class={`list-split alone ${props.class}`}>
        {list}
      </div>
    );
  return (
    <div
      ref={place}
      class={`list-split ${isWide ? "wide" : "beside"} ${props.class}`}
      style={{ "--share": `${share.percent}%` }}
    >
      {list}
      <Divider share={share} label="Width of the list" />
      <div class={`list-detail ${detail.class}`}>
        <div class="detail-buttons">
          <button
            type="button"
            class="button"
            title={
              isWide
                ? "Shows the list beside the details"
                : "Hides the list (double click on a row)"
            }
            onClick={() => props.onWide(!isWide)}
          >
            {isWide ? "Show list" : "Wide"}
          </button>
          <button
            type="button"
            class="button"
            aria-label="Close details"
            title="Close (Escape)"
            onClick={props.onClose}
          >
            ✕
          </button>
        </div>
        <ErrorBoundary key={detail.key} subject={detail.subject}>
          {detail.children}
        </ErrorBoundary>
      </div>
    </div>
  );
}

/** Keeps the focus in the split when the part that has it disappears. */
function useKeptFocus(
  place: { current: HTMLElement | null },
  shown: "alone" | "beside" | "wide",
): void {
  const before = useRef(shown);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const list = place.current?.querySelector<HTMLElement>("[role=listbox]");
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused === list;
    if (!isLost) return;
    if (shown === "wide")
      place.current?.querySelector<HTMLElement>(".detail-buttons button")?.focus();
    else list?.focus();
  }, [place, shown]);
}
