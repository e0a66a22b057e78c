import type { TargetedKeyboardEvent } from "preact";

/** Shows the text field of a filter; Escape empties the field. `placeholder` shows the syntax. */
export function FilterField(props: {
  id: string;
  /** The id of the element that explains an invalid filter. */
  descriptionId: string;
  placeholder: string;
  query: string;
  isWrong: boolean;
  onInput: (text: string) => void;
}) {
  const leave = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape" || event.isComposing || props.query === "") return;
    // Escape would also close a popup, or open the console below a panel.
    event.preventDefault();
    props.onInput("");
  };
  return (
    <input
      id={props.id}
      class="filter-field"
      type="search"
      aria-label="Filter"
      aria-keyshortcuts="/"
      aria-invalid={props.isWrong}
      aria-describedby={props.descriptionId}
      placeholder={props.placeholder}
      spellcheck={false}
      autocomplete="off"
      value={props.query}
      onInput={(event) => props.onInput(event.currentTarget.value)}
      onKeyDown={leave}
    />
  );
}

/** Focuses a filter field on `/`, unless the user types it into another field. */
export function focusFilterBySlash(event: KeyboardEvent, id: string): void {
  const { key, target } = event;
  if (key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  document.getElementById(id)?.focus();
}
