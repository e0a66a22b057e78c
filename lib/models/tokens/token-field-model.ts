import { batch, computed, createModel, signal } from "@preact/signals";
import type { LoginExchange } from "../../tokens/checks/login-facts.ts";
import { findTokens, type FoundToken, type TokenSearch } from "../../tokens/input/find-tokens.ts";
import type { CapturedLogin } from "../../trace/describe-login.ts";
import { readOnly } from "../read-only.ts";

/** The origin of a token in a run, with the exchange to check it against. */
export interface TokenOfRun {
  name: "ID token" | "access token";
  exchange: LoginExchange;
}

/** The origin of the text in the field. */
export type TokenOrigin = { kind: "pasted" } | SeenOrigin;

/** The origin of a token that the user has not pasted, with a label for the field. */
export type SeenOrigin =
  | ({ kind: "run"; label: string } & TokenOfRun)
  /** A token without facts to check it against, with the name that it came under, if known. */
  | { kind: "seen"; label: string; name?: string }
  | CapturedOrigin;

/** A token of a login that the Trace tab captured. Its issuer is missing if nothing tells it. */
export interface CapturedOrigin {
  kind: "captured";
  label: string;
  use: "id_token" | "access_token" | undefined;
  login: CapturedLogin;
  /** True if the page ran the library of the contract, whose rules then apply to the ID token. */
  isOfLibrary: boolean;
}

/** A file with the content of a signature. */
export interface DetachedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The content of a signature that does not contain it (RFC 7515, appendix F). */
export type DetachedContent = DetachedFile | { readonly text: string; readonly bytes: Uint8Array };

/**
 * Holds the text of the Tokens tab, the tokens in it and the chosen one. This model is the only
 * place with the text.
 */
export const TokenFieldModel = createModel(() => {
  const text = signal("");
  const origin = signal<TokenOrigin>({ kind: "pasted" });
  const search = signal<TokenSearch>({ kind: "none" });
  const chosen = signal(0);
  const isMasked = signal(false);
  const content = signal<DetachedContent | undefined>(undefined);

  function set(value: string, from: TokenOrigin, found: TokenSearch): void {
    batch(() => {
      text.value = value;
      origin.value = from;
      // A token that the user has not pasted can be used elsewhere.
      isMasked.value = from.kind !== "pasted";
      search.value = found;
      chosen.value = 0;
      content.value = undefined;
    });
  }

  return {
    text: readOnly(text),
    origin: readOnly(origin),
    search: readOnly(search),
    /** True for a token that the user has not pasted, until the user reveals it. */
    isMasked: readOnly(isMasked),
    /** The tokens in the text, in their order. */
    tokens: computed((): readonly FoundToken[] =>
      search.value.kind === "found" ? search.value.tokens : [],
    ),
    /** The place of the inspected token among `tokens`. */
    chosen: readOnly(chosen),
    /** The inspected token without the text around it; undefined if there is none. */
    inspected: computed(() =>
      search.value.kind === "found" ? search.value.tokens[chosen.value]?.text : undefined,
    ),
    /** The content of the signature, if the user gave it. */
    content: readOnly(content),

    /** Takes a text that the user typed or pasted, and chooses its first token. */
    paste: (value: string) => set(value, { kind: "pasted" }, findTokens(value)),

    /** Takes a token that the user has not pasted. */
    show(token: string, from: SeenOrigin): void {
      const name = from.kind === "seen" ? from.name : undefined;
      set(token, from, { kind: "found", tokens: [{ text: token, kind: "named", name }] });
    },

    choose(place: number): void {
      batch(() => {
        chosen.value = place;
        content.value = undefined;
      });
    },

    setContent(value: string | DetachedFile | undefined): void {
      if (value === undefined || value === "") content.value = undefined;
      else if (typeof value !== "string") content.value = value;
      else content.value = { text: value, bytes: new TextEncoder().encode(value) };
    },

    /** Hides or shows the text of a token that the user has not pasted. */
    setMasked(isHidden: boolean): void {
      isMasked.value = isHidden && origin.peek().kind !== "pasted";
    },

    clear: () => set("", { kind: "pasted" }, { kind: "none" }),
  };
});
