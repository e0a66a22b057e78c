import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { buildPlanted, type Plant, type Target } from "../../soak/build-planted.ts";

interface Browser {
  /** Reloads the popup's document in its own tab; returns its heading, or the missing scripts. */
  reloadPopup(): Promise<string>;
  /** Opens DevTools with our panel. */
  openPanel(): Promise<void>;
  /** Opens the panel's Tokens tab, which is loaded lazily; returns its text. */
  openTokens(): Promise<string>;
  close(): Promise<void>;
}

const heading = "Tenant Inspector";
/** Changes a script that the popup loads at its start, and one that the panel loads lazily. */
const secondVersion: readonly Plant[] = [
  {
    file: "components/popup/Popup.tsx",
    find: `<h1 class="unseen">${heading}</h1>`,
    replace: `<h1 class="unseen">${heading} 2</h1>`,
  },
  {
    file: "components/panel/tokens/TokensTab.tsx",
    find: "No token found.",
    replace: "No token found 2.",
  },
];

/** Tests that a build keeps the loaded folder usable for a running browser. */
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

  test("a page loads completely at every moment of a build, and an open panel loads its lazy parts", async () => {
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

  test("the test notices a page whose files are missing", async () => {
    const aside = join(folder.path, "aside");
    await rename(join(loaded, "chunks"), aside);
    const words = await browser.reloadPopup();
    await rename(aside, join(loaded, "chunks"));

    expect(words).toMatch(/^missing: .*popup-/);
    expect(await browser.reloadPopup()).toBe(`${heading} 2`);
  });
}
