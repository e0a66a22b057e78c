import type { ProviderStage } from "../provider-stage.ts";
import { serveLibraryFile } from "./library-files.ts";
import { showPage } from "./responses.ts";

/** A page with a library and with buttons, at each of its paths. */
interface LibraryPage {
  readonly title: string;
  readonly paths: readonly string[];
  readonly body: string;
  readonly script: string;
}

/** The libraries by the names of their files in these pages. */
const libraries = {
  spa: "@auth0/auth0-spa-js",
  older: "auth0-js",
  managed: "oidc-client-ts",
} as const;

/** Serves pages whose script writes with `show`, and gives buttons their work with `press`. */
export async function servePages(
  stage: ProviderStage,
  library: keyof typeof libraries,
  page: LibraryPage,
): Promise<void> {
  const path = `/scripts/${library}.js`;
  await serveLibraryFile(stage, path, libraries[library]);
  for (const each of page.paths)
    stage.application.respond(each, () =>
      showPage(
        page.title,
        `<main></main>${page.body}<script src="${path}"></script><script>
const show = (text) => { document.querySelector("main").textContent = text; };
const press = (id, act) => { document.getElementById(id).onclick = act; };
${page.script}</script>`,
      ),
    );
}
