import { readAuthorizeOptions } from "./authorize-url.ts";
import { createKeySet, type FindKeys } from "./key-set.ts";
import { readOptions, type Settings } from "./options.ts";
import type { ResolvedPorts } from "./ports.ts";

/** What the methods of one instance share: its settings, its ports, and the keys of its tenant. */
export interface Context extends Settings, ResolvedPorts {
  readonly findKeys: FindKeys;
  /** Aborted when the call that the requests are part of has ended. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Completes what a constructor was given.
 *
 * @throws TypeError that names the option which is missing or wrong
 */
export function createContext(options: unknown): Context {
  const parts = readOptions(options);
  // What would be refused at every request is refused now.
  readAuthorizeOptions(parts, {});
  return { ...parts, findKeys: createKeySet(parts) };
}
