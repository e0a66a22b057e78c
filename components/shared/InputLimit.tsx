import { useEffect, useState } from "preact/hooks";
import { Notice } from "./Notice.tsx";

/** No field needs a longer value, and a browser takes many seconds to lay out longer texts. */
const maxCharacters = 1_048_576;

/**
 * Rejects a paste or drop that would make a field longer than 1 MB, before the browser inserts it.
 */
export function InputLimit() {
  const [refused, setRefused] = useState<number | undefined>(undefined);
  useEffect(() => {
    const check = (event: ClipboardEvent | DragEvent) => {
      const { target: field } = event;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
      const data = "clipboardData" in event ? event.clipboardData : event.dataTransfer;
      const inserted = data?.getData("text/plain").length ?? 0;
      const isRefused = countKept(field, event.type) + inserted > maxCharacters;
      setRefused(isRefused ? inserted : undefined);
      if (isRefused) event.preventDefault();
    };
    // Before a field reads the text.
    document.addEventListener("paste", check, true);
    document.addEventListener("drop", check, true);
    return () => {
      document.removeEventListener("paste", check, true);
      document.removeEventListener("drop", check, true);
    };
  }, []);
  if (refused === undefined) return null;
  return (
    <div class="input-limit">
      <Notice severity="error" help="too-much-text" title="The text was not inserted.">
        <span>
          The text is {writeSize(refused)}; the limit is 1 MB. The field is unchanged. Paste a
          shorter text.
        </span>
        <div class="actions">
          <button type="button" class="button" onClick={() => setRefused(undefined)}>
            Dismiss
          </button>
        </div>
      </Notice>
    </div>
  );
}

/** Counts the characters that stay. A paste replaces the text of a read-only field, if any. */
function countKept(field: HTMLInputElement | HTMLTextAreaElement, how: string): number {
  if (field.readOnly) return 0;
  const { value, selectionStart, selectionEnd } = field;
  const selected = how === "paste" ? (selectionEnd ?? 0) - (selectionStart ?? 0) : 0;
  return value.length - selected;
}

function writeSize(characters: number): string {
  return `${(characters / maxCharacters).toFixed(1)} MB`;
}
