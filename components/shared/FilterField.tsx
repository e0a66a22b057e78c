import type { TargetedKeyboardEvent } from "preact";

/** The field of a filter of text and `-word`, with `placeholder` to say what it takes; Escape empties it. */
export function FilterField(props: {
  id: string;
  /** Where it says why what is typed is no filter. */
  wordsId: string;
  placeholder: string;
  query: string;
  isWrong: boolean;
  onInput: (text: string) => void;
}) {
  const leave = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape" || event.isComposing || props.query === "") return;
    // It would close a popup, or open the console below a panel, as well.
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
      aria-describedby={props.wordsId}
      placeholder={props.placeholder}
      spellcheck={false}
      autocomplete="off"
      value={props.query}
      onInput={(event) => props.onInput(event.currentTarget.value)}
      onKeyDown={leave}
    />
  );
}

/** Gives the focus to a filter's field with `/`, unless that is being typed somewhere. */
export function focusFilterBySlash(event: KeyboardEvent, id: string): void {
  const { key, target } = event;
  if (key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  document.getElementById(id)?.focus();
}
