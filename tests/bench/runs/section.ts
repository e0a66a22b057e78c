import type { Page } from "playwright";
import { demo } from "../../launch/demo.ts";
import { awaitNoLoginWindow, logIn, openLoginWindow } from "../../e2e/pages/login-window.ts";
import type { Section } from "../figure.ts";
import { openRunPlaces, type RunPlaces } from "./places.ts";

/** The number of unmeasured rounds at the start: they fill the caches, and earlier work ends. */
const warmUps = 5;

/**
 * Runs in a page: resolves with the milliseconds from the next click to the first render whose text
 * has these words and had not before.
 */
function timeClick(words: string): void {
  const { promise, resolve } = Promise.withResolvers<number>();
  Object.assign(globalThis, { clicked: promise });
  const isShown = () => document.body.textContent.includes(words);
  const onClick = ({ timeStamp }: Event) => {
    let isGone = !isShown();
    const observer = new MutationObserver(() => {
      if (!isShown()) isGone = true;
      else if (isGone) {
        observer.disconnect();
        resolve(performance.now() - timeStamp);
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  document.addEventListener("click", onClick, { capture: true, once: true });
}

let places: RunPlaces | undefined;

/** A login of a user with a session: the panel, against a page that does only the redirects. */
export const section: Section = {
  name: "runs",
  async prepare() {
    places = await openRunPlaces();
    const { chromium, tenant, panel, bare } = places;
    const { context } = chromium;
    const click = async (page: Page) =>
      await page.getByRole("button", { name: "Log in", exact: true }).click();
    const measure = async (page: Page, words: string): Promise<number> => {
      await awaitNoLoginWindow(context, tenant.origin);
      await page.bringToFront();
      await page.evaluate(timeClick, words);
      await click(page);
      const took: unknown = await page.evaluate((): unknown => Reflect.get(globalThis, "clicked"));
      return Number(took);
    };
    const measurePanel = () => measure(panel, "Inspect ID token");
    const measureBare = () => measure(bare, '"sub":');
    // The user types once; the session answers all other logins.
    const window = await openLoginWindow(context, tenant.origin, () => click(bare));
    await logIn(window, demo.user);
    await bare.getByText('"sub":').waitFor();
    for (let turn = 0; turn < warmUps; turn += 1) {
      await measurePanel();
      await measureBare();
    }
    return [
      {
        name: "click-to-decoded-tokens",
        unit: "ms",
        target: 1.3,
        direction: "at most",
        samples: 41,
        ours: measurePanel,
        other: measureBare,
      },
    ];
  },
  async close() {
    await places?.close();
    places = undefined;
  },
};
