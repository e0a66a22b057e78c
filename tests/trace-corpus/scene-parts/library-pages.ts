import { html } from "../application.ts";
import type { ProviderStage } from "../provider-stage.ts";
import { serveLibraryFile, type LibraryName } from "./library-files.ts";

interface LibraryPages {
  readonly library: LibraryName;
  /** The title of the pages. */
  readonly title: string;
  /** The code of each page by its path, after that of the library. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** Serves pages that load a library. Their code writes what it has to say with `show`. */
export async function serveLibraryPages(
  stage: ProviderStage,
  { library, title, scripts }: LibraryPages,
): Promise<void> {
  const path = "/assets/vendor.js";
  await serveLibraryFile(stage, path, library);
  for (const [page, script] of Object.entries(scripts))
    stage.application.respond(page, () =>
      html(`<!doctype html><title>${title}</title><link rel="icon" href="data:,"><main></main>
<script src="${path}"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
${script}</script>`),
    );
}
