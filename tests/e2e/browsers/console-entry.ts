/** An unexpected entry in a console. */
export interface ConsoleEntry {
  /** An exception or unhandled rejection, or a message written or reported as an error. */
  readonly kind: "exception" | "error message";
  readonly text: string;
  /** The page or the script that caused it. */
  readonly source: string;
}

export interface ConsoleGuard {
  /** The entries since the guard started; those of the worker also from before. */
  entries(): Promise<readonly ConsoleEntry[]>;
  /** Throws an error with all new entries whose text no pattern of `except` matches. */
  expectNone(options?: { readonly except?: readonly RegExp[] }): Promise<void>;
  end(): Promise<void>;
}

/**
 * Throws an error with one line for each entry that no pattern excuses.
 *
 * An entry fails only the test that it came from, not the later tests.
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
