import type { GrowingFile } from "../models/events/export-model.ts";

/** Long enough for any browser to have begun to save: how soon it does is nowhere promised. */
const keptForMs = 60_000;

/** Texts are put together up to this length (UTF-16 units) before the browser takes them, which may keep them on disk. */
const pieceLength = 1_048_576;

function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptForMs);
}

/** A file that is written piece by piece and may be too long for one text. */
export function createFile(type: string): GrowingFile {
  let parts: Blob[] = [];
  let pending: string[] = [];
  let pendingLength = 0;
  const flush = () => {
    if (pending.length > 0) parts.push(new Blob(pending));
    [pending, pendingLength] = [[], 0];
  };
  return {
    write(text) {
      pending.push(text);
      pendingLength += text.length;
      if (pendingLength >= pieceLength) flush();
    },
    size() {
      flush();
      return parts.reduce((sum, { size }) => sum + size, 0);
    },
    save(name) {
      flush();
      download(name, new Blob(parts, { type }));
    },
    drop() {
      [parts, pending, pendingLength] = [[], [], 0];
    },
  };
}

/** Lets the browser save a JSON text as a file, as if a link to it had been clicked: that takes no permission. */
export function downloadJson(name: string, text: string): void {
  download(name, new Blob([text], { type: "application/json" }));
}
