import type { Locator } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";
import type { VirtualScreen } from "./virtual-screen.ts";

/**
 * More pixels than a hovered button or a blinking caret changes, and fewer than the prompt covers.
 */
const promptPixels = 20_000;

/**
 * A prompt ignores keys right after it opened or right after another key, which may be meant for
 * another window.
 */
const pressEveryMs = 1_000;

/** Counts the pixels that differ between two pictures of one screen. */
function countChanges(before: Buffer, now: Buffer): number {
  let changes = 0;
  for (let at = 0; at + 4 <= Math.min(before.length, now.length); at += 4) {
    if (before.readUInt32LE(at) !== now.readUInt32LE(at)) changes += 1;
  }
  return changes;
}

/**
 * Presses a button that requests a permission, and answers the browser's prompt with the keyboard.
 * The prompt is native and invisible to the page, so pictures of the screen show if it is open.
 *
 * @param isAnswered returns true once the page shows the result
 */
export async function answerPermissionPrompt(
  screen: VirtualScreen,
  button: Locator,
  answer: "allow" | "deny",
  isAnswered: () => Promise<boolean>,
): Promise<void> {
  // Move the pointer first, so that the picture shows the button in its hovered state.
  await button.hover();
  const before = await screen.picture();
  await button.click();
  // A key that arrives after the prompt must press nothing in the page.
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
    { what: "the browser to accept the response" },
  );
}
