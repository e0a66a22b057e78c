import { readAuthorizeOptions } from "./authorize-url.ts";
import { createKeySet, type KeySet } from "./key-set.ts";
import { readSettings, type Settings } from "./options.ts";
import type { ResolvedPorts } from "./ports.ts";

/** The settings, the ports and the tenant's keys, which the methods of one instance share. */
export interface Context extends Settings, ResolvedPorts {
  readonly keySet: KeySet;
  /** Aborted when the call that the requests belong to has ended. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates the context of one instance from the options of its constructor.
 *
 * @throws TypeError that names the missing or wrong option
 */
export function createContext(options: unknown): Context {
  const settings = readSettings(options);
  // Refuse invalid defaults here: otherwise each request would refuse them.
  readAuthorizeOptions(settings, {});
  return { ...settings, keySet: createKeySet(settings) };
}
