import { demo } from "../../launch/demo.ts";
import type { ProviderStage } from "../provider-stage.ts";
import type { Fields } from "./urls.ts";
import { serveLibraryPages } from "./library-pages.ts";
import { openApplication } from "./tab.ts";

/** Declares the client of auth0-spa-js as its documentation does, with a cache in memory. */
export const declareClient = (
  { tenant }: { tenant: Pick<ProviderStage["tenant"], "origin"> },
  parameters: Fields,
): string =>
  `const client = new auth0.Auth0Client(${JSON.stringify({
    domain: tenant.origin,
    clientId: demo.clientId,
    authorizationParams: parameters,
  })});`;

/** Lets the tenant's client be used at one origin only. */
export const allowOrigin = ({ control }: ProviderStage, origin: string, ...paths: string[]) =>
  control.changeClient(demo.clientId, {
    callbacks: paths.map((path) => `${origin}${path}`),
    web_origins: [origin],
    allowed_logout_urls: [`${origin}/`, ...paths.map((path) => `${origin}${path}`)],
  });

/** Finishes a login, then does what the page is for. */
export const finishThen = (work: string): string => `
  const work = async () => { ${work} };
  if (location.search.includes("code=")) {
    client.handleRedirectCallback()
      .then(() => history.replaceState(null, "", "/"))
      .then(work)
      .catch((error) => show("Error: " + error.message));
  } else {
    show("Please log in");
  }`;

/** Serves one page with auth0-spa-js, and logs in there. */
export async function logInWithLibrary(
  stage: ProviderStage,
  { title, parameters, work }: { title: string; parameters: Fields; work: string },
): Promise<void> {
  const { tab, application } = stage;
  const declare = declareClient(stage, { redirect_uri: `${application.origin}/`, ...parameters });
  await serveLibraryPages(stage, {
    library: "@auth0/auth0-spa-js",
    title,
    scripts: { "/": declare + finishThen(work) },
  });
  await openApplication(stage);
  await tab.evaluate("void client.loginWithRedirect()");
  await stage.logInAtTenant();
}
