import { batch, signal, type ReadonlySignal } from "@preact/signals";
import type { StoredToken } from "../../tokens/input/find-stored-tokens.ts";
import type { PageStorage } from "./read-page-storage.ts";

interface PageTokensPort {
  /** Reads the inspected page's storage. Called when the user asks for it, and never before. */
  readPage(): Promise<PageStorage>;
  /** Unix time in ms. */
  now(): number;
}

/** The state of the last search of the page's storage. */
export type PageSearch =
  | { kind: "none" }
  | { kind: "reading" }
  | { kind: "read"; count: number; searched: string }
  | { kind: "failed"; message: string };

/** A token of the page's storage. */
export interface PageToken extends StoredToken {
  id: string;
  /** When it was read: Unix time in ms. */
  at: number;
}

/** The tokens that were read from the inspected page. They are in the memory of the panel alone. */
interface PageTokens {
  tokens: ReadonlySignal<readonly PageToken[]>;
  search: ReadonlySignal<PageSearch>;
  read(): Promise<void>;
  forget(token: string): void;
  forgetAll(): void;
}

/** The maximum number of listed tokens. */
const maxTokens = 50;

/** Creates an empty list of the page's tokens. */
export function createPageTokens(port: PageTokensPort): PageTokens {
  const tokens = signal<readonly PageToken[]>([]);
  const search = signal<PageSearch>({ kind: "none" });
  /** Counts the searches, so that tokens of an older one are not listed after “Forget all”. */
  let current = 0;

  return {
    tokens,
    search,
    async read() {
      if (search.peek().kind === "reading") return;
      current += 1;
      const own = current;
      search.value = { kind: "reading" };
      const read = await port.readPage();
      if (own !== current) return;
      if (!read.ok) {
        search.value = { kind: "failed", message: read.message };
        return;
      }
      const at = port.now();
      const rest = read.tokens.length > maxTokens ? ` The first ${maxTokens} are listed.` : "";
      batch(() => {
        tokens.value = read.tokens
          .slice(0, maxTokens)
          .map((token, place) => ({ ...token, id: `page-${own}-${place}`, at }));
        search.value = { kind: "read", count: read.tokens.length, searched: read.searched + rest };
      });
    },
    forget(token) {
      tokens.value = tokens.peek().filter((row) => row.token !== token);
    },
    forgetAll() {
      current += 1;
      batch(() => {
        tokens.value = [];
        search.value = { kind: "none" };
      });
    },
  };
}
