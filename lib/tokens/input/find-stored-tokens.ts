import { findTokens } from "./find-tokens.ts";

/** One value of a page's storage. */
export interface StoredEntry {
  area: "localStorage" | "sessionStorage" | "cookie";
  key: string;
  value: string;
}

/** A token in a page's storage. */
export interface StoredToken {
  token: string;
  area: StoredEntry["area"];
  key: string;
  role: "id" | "access" | "refresh" | undefined;
}

const rolesByName: readonly [pattern: RegExp, role: NonNullable<StoredToken["role"]>][] = [
  [/^id[-_]?token/iu, "id"],
  [/^access[-_]?token|^authorization$/iu, "access"],
  [/^refresh[-_]?token/iu, "refresh"],
];

function findRole(name: string | undefined): StoredToken["role"] {
  return rolesByName.find(([pattern]) => pattern.test(name ?? ""))?.[1];
}

/**
 * Finds the tokens in the values of a page's storage, each once, such as in the caches of
 * auth0-spa-js (`@@auth0spajs@@…`), oidc-client (`oidc.user:…`) and MSAL. An opaque token is found
 * only under the name of a token.
 */
export function findStoredTokens(entries: readonly StoredEntry[]): StoredToken[] {
  const found = new Map<string, StoredToken>();
  for (const { area, key, value } of entries) {
    for (const { token, role } of findInValue(key, value)) {
      const before = found.get(token);
      // A cache can have a token twice, once without a telling name.
      if (before === undefined) found.set(token, { token, area, key, role });
      else if (before.role === undefined) found.set(token, { ...before, role });
    }
  }
  return [...found.values()];
}

function findInValue(key: string, value: string): Pick<StoredToken, "token" | "role">[] {
  // The key is the name of a value that is a token alone. As a member, no value is “the whole
  // input”, which would make each word a token.
  const search = findTokens(JSON.stringify({ [key]: value }));
  if (search.kind !== "found") return [];
  return search.tokens.map(({ text, name }) => ({ token: text, role: findRole(name) }));
}
