import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright";

const name = "contact-sheet.png";

/** Combines all pictures of a folder, in the order of their names, each with its name below it. */
export async function writeContactSheet(context: BrowserContext, folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".png") && file !== name);
  const figures = await Promise.all(
    files.toSorted().map(async (file) => {
      const bytes = await readFile(join(folder, file), "base64");
      return `<figure><img src="data:image/png;base64,${bytes}"><figcaption>${file.slice(0, -4)}</figcaption></figure>`;
    }),
  );
  const page = await context.newPage();
  try {
    await page.setViewportSize({ width: 1_640, height: 900 });
    await page.setContent(
      `<style>
        body { margin: 8px; display: flex; flex-wrap: wrap; gap: 8px; background: #888; }
        figure { margin: 0; width: 264px; }
        img { width: 100%; height: 480px; object-fit: cover; object-position: top; }
        figcaption { font: 11px sans-serif; overflow-wrap: anywhere; }
      </style>${figures.join("")}`,
    );
    const path = join(folder, name);
    await page.screenshot({ path, fullPage: true });
    return path;
  } finally {
    await page.close();
  }
}
