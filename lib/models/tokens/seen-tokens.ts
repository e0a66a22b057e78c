import type { CommandSender } from "../../messages/command-channel.ts";
import {
  addSeenTokens,
  dropSeenTokens,
  type SeenSelection,
  type SeenToken,
} from "../../messages/seen-token.ts";

/** The tokens that pages of the extension have seen, newest first. */
export interface SeenTokens {
  /** True for the tokens of a page in a private window, which no other page sees. */
  readonly isPrivate: boolean;
  list(): Promise<readonly SeenToken[]>;
  add(tokens: readonly SeenToken[]): Promise<void>;
  forget(selection: SeenSelection): Promise<void>;
  /** Reports changes, also those by other pages, until the returned function is called. */
  watch(onChange: () => void): () => void;
}

/** Creates a function that adds tokens to the list that all regular windows share. */
export function createTokenSender(send: CommandSender): SeenTokens["add"] {
  return async (tokens) => void (await send("seen-token.add", { tokens: [...tokens] }));
}

/** Creates the list that all pages in regular windows share. The worker keeps it in memory. */
export function createSharedTokens(send: CommandSender, watch: SeenTokens["watch"]): SeenTokens {
  return {
    isPrivate: false,
    list: async () => (await send("seen-token.list", {})).tokens,
    add: createTokenSender(send),
    forget: async (selection) => void (await send("seen-token.forget", { selection })),
    watch,
  };
}

/**
 * Creates the list of a page in a private window, in the memory of this page. The worker serves
 * private and regular windows at once, so it must not receive these tokens.
 */
export function createPrivateTokens(): SeenTokens {
  let known: readonly SeenToken[] = [];
  const listeners = new Set<() => void>();
  const change = (next: readonly SeenToken[]) => {
    known = next;
    for (const listener of listeners) listener();
  };
  return {
    isPrivate: true,
    list: async () => known,
    add: async (tokens) => change(addSeenTokens(known, tokens)),
    forget: async (selection) => change(dropSeenTokens(known, selection)),
    watch(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
}

/**
 * Adds tokens to the list. Ignores a failure: the place that received the tokens shows them too,
 * and a panel whose worker is gone says so.
 */
export async function recordSeenTokens(
  seen: Pick<SeenTokens, "add">,
  tokens: readonly SeenToken[],
): Promise<void> {
  if (tokens.length > 0) await seen.add(tokens).catch(() => undefined);
}

/** Forgets the tokens of a tenant in a list that the worker does not keep. */
export async function forgetTokensOf(tenantId: string, seen: SeenTokens): Promise<void> {
  const rows = (await seen.list()).filter((row) => row.tenantId === tenantId);
  await seen.forget({ kind: "ids", ids: rows.map(({ id }) => id) });
}
