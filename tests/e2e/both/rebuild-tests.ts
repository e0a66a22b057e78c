import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { buildPlanted, type Plant, type Target } from "../../soak/build-planted.ts";

interface Browser {
  /** Loads the popup's document again, in a tab of its own; its heading, or what was missing. */
  reloadPopup(): Promise<string>;
  /** Opens DevTools at our panel. */
  openPanel(): Promise<void>;
  /** Opens the panel's Tokens tab, which it reads late; the words that stand in it. */
  openTokens(): Promise<string>;
  close(): Promise<void>;
}

const heading = "Tenant Inspector";
/** Changes what the popup reads at its start, and what the panel reads late. */
const secondVersion: readonly Plant[] = [
  {
    file: "components/popup/Popup.tsx",
    find: `<h1 class="unseen">${heading}</h1>`,
    replace: `<h1 class="unseen">${heading} 2</h1>`,
  },
  {
    file: "components/panel/tokens/TokensTab.tsx",
    find: "Scopes",
    replace: "What its scopes allow 2",
  },
];

/** The promise that a build does not pull the loaded folder from under a running browser, for one browser. */
export function proveRebuild(
  target: Target,
  openBrowser: (extensionDir: string) => Promise<Browser>,
): void {
  let folder: TemporaryFolder;
  let loaded: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = await makeTemporaryFolder("rebuild");
    loaded = await buildPlanted([], folder.path, target);
    browser = await openBrowser(loaded);
  });
  afterAll(async () => {
    await browser?.close();
    await folder?.remove();
  });

  test("a page loads whole at every moment of a build, and a panel that is open reads its late parts", async () => {
    await browser.openPanel();
    expect(await browser.reloadPopup()).toBe(heading);
    const state = { isOver: false };
    const building = buildPlanted(secondVersion, folder.path, target).finally(() => {
      state.isOver = true;
    });
    const seen: string[] = [];
    while (!state.isOver) seen.push(await browser.reloadPopup());
    await building;

    expect(seen.length).toBeGreaterThan(1);
    expect(seen.filter((words) => ![heading, `${heading} 2`].includes(words))).toEqual([]);
    expect(await browser.reloadPopup()).toBe(`${heading} 2`);
    expect(await browser.openTokens()).toBe("Token");
  });

  test("a page whose files were taken away is seen not to load", async () => {
    const aside = join(folder.path, "aside");
    await rename(join(loaded, "chunks"), aside);
    const words = await browser.reloadPopup();
    await rename(aside, join(loaded, "chunks"));

    expect(words).toMatch(/^missing: .*popup-/);
    expect(await browser.reloadPopup()).toBe(`${heading} 2`);
  });
}
