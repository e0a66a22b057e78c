import type { Browser } from "puppeteer-core";

// WebDriver BiDi reaches the browser's own window only with a Mozilla parameter, which puppeteer's
// public functions do not pass on. Its connection passes it on.
import { BidiBrowser } from "puppeteer-core/internal/bidi/Browser.js";
import * as z from "zod/mini";

export interface ChromeScope {
  /**
   * Calls a function, given as source text, in the browser's main window (browser.xhtml), which has
   * `Services`, `ChromeUtils` and `gBrowser`. The argument and the result are JSON.
   */
  call(functionSource: string, argument?: unknown): Promise<unknown>;
  /** The pids of the browser and of all its child processes. */
  listProcesses(): Promise<readonly number[]>;
  /** Starts the browser's own end, which writes what it has not written yet to the profile. */
  quit(): Promise<void>;
}

const listProcessesSource = `async () => {
  const main = await ChromeUtils.requestProcInfo();
  return [main.pid, ...main.children.map(({ pid }) => pid)];
}`;

const quitSource = `() => {
  const { tm, startup } = Services;
  tm.dispatchToMainThread(() => startup.quit(startup.eForceQuit));
}`;

/**
 * Connects to the browser's main window. The browser must run with `-remote-allow-system-access`.
 */
export async function openChromeScope(browser: Browser): Promise<ChromeScope> {
  if (!(browser instanceof BidiBrowser)) {
    throw new TypeError("This browser is not controlled over WebDriver BiDi.");
  }
  const { connection } = browser;
  const scope = { maxDepth: 0, "moz:scope": "chrome" };
  const { result: tree } = await connection.send("browsingContext.getTree", scope);
  const main = tree.contexts.find(({ url }) => url === "chrome://browser/content/browser.xhtml");
  if (!main) throw new Error("Firefox has no main window.");
  const call: ChromeScope["call"] = async (functionSource, argument = null) => {
    const { result } = await connection.send("script.callFunction", {
      functionDeclaration: `async (argument) => JSON.stringify(await (${functionSource})(JSON.parse(argument)) ?? null)`,
      arguments: [{ type: "string", value: JSON.stringify(argument) }],
      awaitPromise: true,
      target: { context: main.context },
    });
    if (result.type === "exception") {
      throw new Error(`In Firefox's own window: ${result.exceptionDetails.text}`);
    }
    const { value } = z.object({ value: z.string() }).parse(result.result);
    const answer: unknown = JSON.parse(value);
    return answer;
  };
  return {
    call,
    async listProcesses() {
      return z.array(z.number()).parse(await call(listProcessesSource));
    },
    async quit() {
      await call(quitSource);
    },
  };
}
