import type { Locator } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";
import type { VirtualScreen } from "./virtual-screen.ts";

/** Far more than a hovered button or a blinking caret changes, far less than the prompt covers. */
const promptPixels = 20_000;

/** A prompt passes over keys that come right after it opened, or right after another: those were meant for something else. */
const pressEveryMs = 1_000;

/** How many pixels differ between two pictures of one screen. */
function countChanges(before: Buffer, now: Buffer): number {
  let changes = 0;
  for (let at = 0; at + 4 <= Math.min(before.length, now.length); at += 4) {
    if (before.readUInt32LE(at) !== now.readUInt32LE(at)) changes += 1;
  }
  return changes;
}

/**
 * Presses a button that asks the browser for a permission, and answers the browser's own prompt with the keyboard. The
 * prompt is a native one, of which the page knows nothing: that it is there is seen on the screen.
 *
 * @param isAnswered whether the page shows what follows from the answer
 */
export async function answerPermissionPrompt(
  screen: VirtualScreen,
  button: Locator,
  answer: "allow" | "deny",
  isAnswered: () => Promise<boolean>,
): Promise<void> {
  // The pointer first, so that the picture has the button as it looks under it.
  await button.hover();
  const before = await screen.picture();
  await button.click();
  // A key that comes too late for the prompt must press nothing in the page.
  await button.page().evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await waitFor(async () => countChanges(before, await screen.picture()) > promptPixels, {
    what: "the browser to ask for a permission",
  });
  // The refusal has the focus when the prompt opens.
  const keys = answer === "allow" ? ["Tab"] : [];
  let pressed = performance.now();
  await waitFor(
    async () => {
      if (await isAnswered()) return true;
      if (performance.now() - pressed < pressEveryMs) return false;
      pressed = performance.now();
      await screen.press(keys.shift() ?? "Return");
      return false;
    },
    { what: "the browser to take the answer" },
  );
}
