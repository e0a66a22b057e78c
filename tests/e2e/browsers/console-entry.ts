/** Something in a console that should not be there. */
export interface ConsoleEntry {
  /** An exception or unhandled rejection, or a message written or reported as an error. */
  readonly kind: "exception" | "error message";
  readonly text: string;
  /** The page, or the script, that it came from. */
  readonly source: string;
}

export interface ConsoleGuard {
  /** What was seen since the guard began, and from the worker also what happened before. */
  entries(): Promise<readonly ConsoleEntry[]>;
  /** Throws an error that lists what was seen and not listed before, unless `except` matches its text. */
  expectNone(options?: { readonly except?: readonly RegExp[] }): Promise<void>;
  end(): Promise<void>;
}

/**
 * Fails with one line an entry, for all entries that no pattern excuses.
 *
 * An entry fails once: the tests that follow the one it came from are not failed by it too.
 */
export function entriesRejecter(): (
  entries: readonly ConsoleEntry[],
  except?: readonly RegExp[],
) => void {
  let told = 0;
  return (entries, except = []) => {
    const left = entries
      .slice(told)
      .filter(({ text }) => !except.some((pattern) => pattern.test(text)));
    if (left.length === 0) return;
    told = entries.length;
    const lines = left.map(({ kind, text, source }) => `  ${kind} in ${source}: ${text}`);
    throw new Error(`The consoles should be free of errors, but hold:\n${lines.join("\n")}`);
  };
}
