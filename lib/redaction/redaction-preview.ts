import type { RedactionReceipt } from "./create-redactor.ts";
import { pseudonymPattern } from "./known-secrets.ts";

/** A piece of a redacted text: plain text or a pseudonym. */
export interface PreviewPiece {
  readonly text: string;
  readonly isRemoved: boolean;
}

/** The preview that the user sees before a redacted file is saved. */
export interface RedactionPreview {
  /** The beginning of the file. */
  readonly beginning: readonly PreviewPiece[];
  /** True if the file is longer than `beginning`. */
  readonly isCut: boolean;
  /** The first pseudonym of each kind, with the text around it. */
  readonly examples: readonly { readonly kind: string; readonly pieces: readonly PreviewPiece[] }[];
}

/** Builds a preview while the file is written. */
export interface PreviewCollector {
  add(text: string): void;
  /** Returns the preview. The receipt distinguishes pseudonyms from text that looks like one. */
  read(receipt: RedactionReceipt): RedactionPreview;
}

const maxBeginning = 16_000;
const contextLength = 40;

/** Creates the collector of one file. */
export function createPreviewCollector(): PreviewCollector {
  const examples = new Map<string, string>();
  let beginning = "";
  let length = 0;
  return {
    add(text) {
      length += text.length;
      if (beginning.length < maxBeginning)
        beginning += text.slice(0, maxBeginning - beginning.length);
      for (const { 0: all, 1: secret, 2: value, 3: part, index } of text.matchAll(
        pseudonymPattern,
      )) {
        const kind = secret ?? value ?? part ?? "";
        if (examples.has(kind)) continue;
        const end = index + all.length + contextLength;
        examples.set(kind, text.slice(Math.max(0, index - contextLength), end).toWellFormed());
      }
    },
    read: ({ kinds }) => ({
      beginning: splitPieces(beginning.toWellFormed(), kinds),
      isCut: length > beginning.length,
      examples: [...examples]
        .filter(([kind]) => Object.hasOwn(kinds, kind))
        .map(([kind, text]) => ({ kind, pieces: splitPieces(text, kinds) })),
    }),
  };
}

function splitPieces(text: string, kinds: RedactionReceipt["kinds"]): PreviewPiece[] {
  const pieces: PreviewPiece[] = [];
  let done = 0;
  for (const { 0: all, 1: secret, 2: value, 3: part, index } of text.matchAll(pseudonymPattern)) {
    if (!Object.hasOwn(kinds, secret ?? value ?? part ?? "")) continue;
    if (index > done) pieces.push({ text: text.slice(done, index), isRemoved: false });
    pieces.push({ text: all, isRemoved: true });
    done = index + all.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isRemoved: false });
  return pieces;
}
