import type { OpenedFirefox } from "../../launch/open-firefox.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { FirefoxPanel } from "./firefox-toolbox.ts";

/**
 * Runs in the browser's own window. Keys and text enter as from the operating system, and go to the
 * element of the panel that has the focus.
 */
const input = `async ({ text, key, shift }) => {
  const processor = Cc["@mozilla.org/text-input-processor;1"].createInstance(Ci.nsITextInputProcessor);
  if (!processor.beginInputTransactionForTests(window)) throw new Error("No input is possible.");
  if (text !== undefined) {
    processor.commitCompositionWith(text);
    return;
  }
  const codes = { Tab: "TAB", Enter: "RETURN", ArrowDown: "DOWN", ArrowUp: "UP" };
  const write = (key, name, code = key) => new KeyboardEvent("", { key, code, keyCode: KeyEvent["DOM_VK_" + name] });
  const shiftKey = write("Shift", "SHIFT", "ShiftLeft");
  if (shift) processor.keydown(shiftKey);
  processor.keydown(write(key, codes[key]));
  processor.keyup(write(key, codes[key]));
  if (shift) processor.keyup(shiftKey);
}`;

/** Gives the panel the browser's keyboard focus. */
export async function focusPanel(
  { chromeScope }: OpenedFirefox,
  panel: FirefoxPanel,
): Promise<void> {
  await chromeScope.call("() => window.inspectorPanel.focus()");
  await waitFor(() => panel.evaluate(() => document.hasFocus()), {
    what: "the panel to have the keyboard focus",
  });
}

/** Enters a text into the panel's focused field, as one insertion. */
export async function typeText({ chromeScope }: OpenedFirefox, text: string): Promise<void> {
  await chromeScope.call(input, { text });
}

/** Presses and releases a key in the panel. */
export async function pressKey(
  { chromeScope }: OpenedFirefox,
  key: "Tab" | "Enter" | "ArrowDown" | "ArrowUp",
  { shift = false } = {},
): Promise<void> {
  await chromeScope.call(input, { key, shift });
}
