/** The sandbox was removed: only the user begins a new one. */
export class NoSandboxError extends Error {
  override name = "NoSandboxError";

  constructor() {
    super(
      "This sandbox was removed. Close this page; to begin with a new sandbox, choose “Try the sandbox”.",
    );
  }
}

/** The member `error` of the response that stands for a {@link NoSandboxError}. */
export const noSandbox = "No sandbox";

/** Returns the sentence of a {@link NoSandboxError}; undefined for another error. */
export function readRemoval(error: unknown): string | undefined {
  return error instanceof NoSandboxError ? error.message : undefined;
}
