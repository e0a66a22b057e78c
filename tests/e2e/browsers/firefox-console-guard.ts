import * as z from "zod/mini";
import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { entriesRejecter } from "./console-entry.ts";
import type { ConsoleGuard } from "./console-entry.ts";

/**
 * Firefox's own message about an extension call whose page, or event page, closed before the
 * response. No code of that page can prevent it.
 */
export const isAfterUnload = /^Promise (?:resolved|rejected) after context unloaded/;

/** A process script. It forwards the console.error messages of web and add-on code. */
const processScript = `
  const storage = Cc["@mozilla.org/consoleAPI-storage;1"].getService(Ci.nsIConsoleAPIStorage);
  const onMessage = ({ wrappedJSObject: { level, filename, arguments: words } }) => {
    if (level !== "error" && level !== "assert") return;
    const text = Array.from(words, (word) => String(word?.message ?? word)).join(" ");
    Services.cpmm.sendAsyncMessage("console-guard:error", { text, source: filename });
  };
  storage.addLogEventListener(onMessage, Services.scriptSecurityManager.getSystemPrincipal());
`;

/**
 * Exceptions and unhandled rejections of every process arrive at the browser's own console service,
 * which keeps 250 messages.
 */
const startSource = `async ({ processScript }) => {
  const url = "data:text/javascript," + encodeURIComponent(processScript);
  const entries = [];
  const add = (kind, text, source) => {
    if (/^(moz-extension|https?):/.test(source)) entries.push({ kind, text, source });
  };
  const console = {
    QueryInterface: ChromeUtils.generateQI(["nsIConsoleListener"]),
    observe(message) {
      if (!(message instanceof Ci.nsIScriptError)) return;
      if (message.flags & (Ci.nsIScriptError.warningFlag | Ci.nsIScriptError.infoFlag)) return;
      add("exception", message.errorMessage, message.sourceName);
    },
  };
  for (const message of Services.console.getMessageArray()) console.observe(message);
  Services.console.registerListener(console);
  const onError = ({ data: { text, source } }) => add("error message", text, source);
  Services.ppmm.addMessageListener("console-guard:error", onError);
  Services.ppmm.loadProcessScript(url, true);
  const end = () => {
    Services.console.unregisterListener(console);
    Services.ppmm.removeDelayedProcessScript(url);
    Services.ppmm.removeMessageListener("console-guard:error", onError);
  };
  window.consoleGuard = { entries, end };
}`;

const entriesSchema = z.array(
  z.object({
    kind: z.enum(["exception", "error message"]),
    text: z.string(),
    source: z.string(),
  }),
);

/**
 * Collects exceptions and unhandled rejections of every page, popup, panel and of the background
 * page since the start of the browser, and their console.error messages from now on.
 *
 * WebDriver BiDi reports neither for pages of an add-on, so this listens inside the browser.
 */
export async function watchFirefoxConsoles({ chromeScope }: OpenedFirefox): Promise<ConsoleGuard> {
  await chromeScope.call(startSource, { processScript });
  const entries = async () =>
    entriesSchema
      .parse(await chromeScope.call("() => window.consoleGuard.entries"))
      .filter(({ text }) => !isAfterUnload.test(text));
  const reject = entriesRejecter();
  return {
    entries,
    async expectNone({ except } = {}) {
      reject(await entries(), except);
    },
    async end() {
      await chromeScope.call("() => window.consoleGuard.end()");
    },
  };
}
