import type { Fetch } from "../../http/fetch.ts";
import {
  checkWithLibrary,
  type LibraryAnswer,
  type LibraryPorts,
  type LibraryQuestion,
} from "./check-with-library.ts";
import { keepKeySets } from "./keep-key-sets.ts";

/**
 * Creates the check of a page. This module imports the authentication library: load it at the first
 * check only.
 */
export function createLibraryCheck({
  fetch,
  clock,
  crypto,
}: Omit<LibraryPorts, "fetch"> & { fetch: Fetch }): (
  question: LibraryQuestion,
) => Promise<LibraryAnswer> {
  const ports = { fetch: keepKeySets(fetch, () => clock.now()), clock, crypto };
  return (question) => checkWithLibrary(question, ports);
}
