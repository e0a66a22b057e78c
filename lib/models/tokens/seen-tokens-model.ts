import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Schedule } from "../../messages/feed-channel.ts";
import type { SeenToken } from "../../messages/seen-token.ts";
import { toFailure, type Failure } from "../failure.ts";
import { describeLife, untilLifeChanges } from "./describe-seen-token.ts";
import { createPageTokens } from "./page-tokens.ts";
import type { PageStorage } from "./read-page-storage.ts";
import { listRows, originOf, type SeenRow } from "./seen-rows.ts";
import type { SeenTokens } from "./seen-tokens.ts";
import type { SeenOrigin } from "./token-field-model.ts";
import { readOnly } from "../read-only.ts";

export interface SeenTokensPort {
  seen: SeenTokens;
  /** Reads the inspected page's storage. Called when the user asks for it, and never before. */
  readPage(): Promise<PageStorage>;
  /** Unix time in ms. */
  now(): number;
  schedule: Schedule;
  /** The token that is inspected. */
  inspected: ReadonlySignal<string | undefined>;
  /** Inspects a token, against the facts about its response if they are known. */
  inspect(token: string, from: SeenOrigin): void;
  /** Keeps a token, to compare it with the next one that is inspected. */
  keep(token: string, from: SeenOrigin): void;
  /** Discards these tokens wherever else the panel shows them. */
  discard(isForgotten: (token: string) => boolean): void;
}

/** Lists the tokens of this browser session, and on request those of the inspected page. */
export const SeenTokensModel = createModel((port: SeenTokensPort) => {
  const stored = signal<readonly SeenToken[]>([]);
  const page = createPageTokens(port);
  const failure = signal<Failure | undefined>(undefined);
  const now = signal(port.now());
  let last: Promise<void> = Promise.resolve();

  /** Runs a task after the earlier ones, then reads the list again: it shows what is stored. */
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    last = last.then(async () => {
      try {
        await task();
        const before = stored.peek();
        stored.value = await port.seen.list();
        failure.value = undefined;
        discardForgotten(before);
      } catch (error) {
        failure.value = toFailure(error);
        stored.value = await port.seen.list().catch(() => []);
      }
    });
    return last;
  };
  /** Discards tokens that another page has forgotten, or that went with their tenant. */
  function discardForgotten(before: readonly SeenToken[]): void {
    const listed = new Set(stored.peek().map(({ token }) => token));
    const gone = new Set(before.flatMap(({ token }) => (listed.has(token) ? [] : [token])));
    // A new token can have displaced the oldest one, which was not forgotten.
    const hasNew = stored.peek().some((row) => before.every(({ token }) => token !== row.token));
    if (gone.size > 0 && !hasNew) port.discard((token) => gone.has(token));
  }

  const load = (): Promise<void> => enqueue(async () => undefined);

  effect(() => port.seen.watch(() => void load()));

  const facts = computed(() => listRows(stored.value, page.tokens.value));
  /**
   * The delay in ms until a remaining life changes; undefined if none does. An object, so that
   * equal delays set a timer each.
   */
  const nextChange = computed(() => {
    const at = now.value;
    const delays = facts.value.flatMap(({ expiresAt }) =>
      expiresAt === undefined ? [] : [untilLifeChanges(expiresAt, at)],
    );
    return delays.length === 0 ? undefined : { delay: Math.min(3600_000, ...delays) };
  });

  const find = (id: string) => facts.peek().find((row) => row.id === id);

  return {
    /** The tokens, newest first, each once. */
    rows: computed(() =>
      facts.value.map(({ token, role: _role, ...row }): SeenRow => ({
        ...row,
        life: describeLife(row.expiresAt, now.value),
        isInspected: token === port.inspected.value,
      })),
    ),
    pageSearch: readOnly(page.search),
    failure: readOnly(failure),
    /** True if some tokens come from the page: this panel alone lists them. */
    hasPageTokens: computed(() => page.tokens.value.length > 0),
    /** True in a private window: its tokens are in the memory of this panel alone. */
    isPrivate: computed(() => port.seen.isPrivate),

    /** Reads the list again. */
    load,

    /** Updates the remaining lives until the returned function is called. */
    follow(): () => void {
      now.value = port.now();
      return effect(() => {
        if (nextChange.value === undefined) return undefined;
        return port.schedule(() => {
          now.value = port.now();
        }, nextChange.value.delay);
      });
    },

    inspect(id: string): void {
      const row = find(id);
      if (row !== undefined) port.inspect(row.token, originOf(row, stored.peek()));
    },

    /** Keeps a token, to compare it with the next one that is inspected. */
    keep(id: string): void {
      const row = find(id);
      if (row !== undefined) port.keep(row.token, originOf(row, stored.peek()));
    },

    /** Forgets one token, wherever it was found. */
    forget(id: string): Promise<void> {
      const token = find(id)?.token;
      if (token === undefined) return Promise.resolve();
      const ids = stored.peek().flatMap((row) => (row.token === token ? [row.id] : []));
      batch(() => {
        stored.value = stored.peek().filter((row) => row.token !== token);
        page.forget(token);
      });
      port.discard((other) => other === token);
      if (ids.length === 0) return Promise.resolve();
      return enqueue(() => port.seen.forget({ kind: "ids", ids }));
    },

    /** Forgets all tokens, of all tenants and of the page. */
    forgetAll(): Promise<void> {
      const tokens = new Set([...stored.peek(), ...page.tokens.peek()].map(({ token }) => token));
      batch(() => {
        stored.value = [];
        page.forgetAll();
      });
      port.discard((token) => tokens.has(token));
      return enqueue(() => port.seen.forget({ kind: "all" }));
    },

    /** Searches the storage of the inspected page for tokens. */
    searchPage: () => page.read(),
  };
});
