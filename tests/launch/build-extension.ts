import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** The repository's root. */
export const root = join(import.meta.dirname, "..", "..");

/** The folder of the unpacked extension after `npm run build`. */
export const builtExtension = {
  chromium: join(root, ".output", "chrome-mv3"),
  firefox: join(root, ".output", "firefox-mv3"),
} as const;

/** The authentication library as one script, for pages. */
export const builtAuthLibrary = join(builtExtension.chromium, "auth-library.js");

/** Builds the extension for Chromium-based browsers; throws with the build's output if it fails. */
export async function buildForChromium(): Promise<void> {
  await build([]);
}

/** Builds the extension for Firefox; throws with the build's output if it fails. */
export async function buildForFirefox(): Promise<void> {
  await build(["-b", "firefox", "--mv3"]);
}

async function build(options: readonly string[]): Promise<void> {
  const wxt = join(root, "node_modules", "wxt", "bin", "wxt.mjs");
  try {
    await promisify(execFile)(process.execPath, [wxt, "build", ...options], { cwd: root });
  } catch (error) {
    const said =
      error instanceof Error && "stderr" in error && typeof error.stderr === "string"
        ? error.stderr
        : String(error);
    throw new Error(`Could not build the extension. Output of the build:\n${said}`, {
      cause: error,
    });
  }
}
