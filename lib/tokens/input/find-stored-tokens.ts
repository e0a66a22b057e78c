import { isJsonObject, jsonValueSchema, parseJson, readText } from "../../encoding/json.ts";
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
  const msal = findMsalSecret(value);
  if (msal !== undefined) return [msal];
  // The key is the name of a value that is a token alone. As a member, no value is “the whole
  // input”, which would make each word a token.
  const search = findTokens(JSON.stringify({ [key]: value }));
  if (search.kind !== "found") return [];
  return search.tokens.map(({ text, name }) => ({ token: text, role: findRole(name) }));
}

const msalRoles: Readonly<Record<string, StoredToken["role"]>> = {
  idtoken: "id",
  accesstoken: "access",
  accesstoken_with_authscheme: "access",
  refreshtoken: "refresh",
};

/** Reads an entry of MSAL's cache: `credentialType` tells the kind of `secret`. */
function findMsalSecret(value: string): Pick<StoredToken, "token" | "role"> | undefined {
  if (!value.includes('"credentialType"')) return undefined;
  const parsed = jsonValueSchema.safeParse(parseJson(value));
  if (!parsed.success || !isJsonObject(parsed.data)) return undefined;
  const { credentialType, secret } = parsed.data;
  const type = readText(credentialType)?.toLowerCase() ?? "";
  const token = readText(secret) ?? "";
  if (token === "" || !Object.hasOwn(msalRoles, type)) return undefined;
  return { token, role: msalRoles[type] };
}
