import type { GrowingFile } from "../models/file-export.ts";

/** How long a download's URL stays valid. No standard says when a browser has read it. */
const urlLifetimeMs = 60_000;

/**
 * The length (UTF-16 units) at which text moves into a Blob, which the browser can keep on disk.
 */
const minBlobLength = 1_048_576;

function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}

/** Creates a file that is written in pieces, because it can be too long for one string. */
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
      if (pendingLength >= minBlobLength) flush();
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

/** Saves a JSON text as a file through a link, which needs no permission. */
export function downloadJson(name: string, text: string): void {
  download(name, new Blob([text], { type: "application/json" }));
}
