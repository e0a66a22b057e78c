import type { ProviderStage } from "../provider-stage.ts";
import { serveFile } from "./library-files.ts";
import { showPage } from "./responses.ts";

/** A page with a library, at each of its paths. */
interface LibraryPage {
  readonly title: string;
  readonly paths: readonly string[];
  readonly body: string;
  readonly script: string;
}

const libraries = {
  spa: {
    name: "@auth0/auth0-spa-js/dist/auth0-spa-js.production.js",
    file: "dist/auth0-spa-js.production.js",
  },
  older: { name: "auth0-js/dist/auth0.min.js", file: "dist/auth0.min.js" },
  managed: { name: "oidc-client-ts", file: "dist/browser/oidc-client-ts.min.js" },
} as const;

/** Serves pages with an installed library. */
export async function servePages(
  stage: ProviderStage,
  library: keyof typeof libraries,
  page: LibraryPage,
): Promise<void> {
  const path = `/scripts/${library}.js`;
  await serveFile(stage, path, libraries[library]);
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
