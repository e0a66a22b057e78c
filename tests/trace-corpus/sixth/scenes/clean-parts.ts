import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { leave } from "../../scenes/protocol.ts";
import {
  logInAtProvider,
  redeemCode,
  runScript,
  withQuery,
  type Attempt,
  type Fields,
} from "../../second/relying-party.ts";
import type { ProviderStage } from "../../provider-stage.ts";

export interface Paths {
  readonly authorization: string;
  readonly token: string;
}

/** Builds the URL that begins a login. */
export const beginUrl = (
  { provider }: ProviderStage,
  { authorization }: Paths,
  { parameters }: Attempt,
  added: Fields = {},
): string => withQuery(`${provider.origin}${authorization}`, { ...parameters, ...added });

/** Returns the parameters of the authorization response in the tab's URL. */
export function readResponse({ tab }: ProviderStage): URLSearchParams {
  const { search, hash } = new URL(tab.url());
  return new URLSearchParams(hash === "" ? search : hash.slice(1));
}

/** Redeems the code in the tab's URL from the page's script, if its state is that of the attempt. */
export async function redeemInTab(
  stage: ProviderStage,
  { token }: Paths,
  attempt: Attempt,
): Promise<Readonly<Record<string, unknown>>> {
  const response = readResponse(stage);
  if (response.get("state") !== attempt.parameters.state) throw new Error("The state differs.");
  return await redeemCode(stage, token, attempt, response.get("code") ?? "");
}

/** Removes the response from the address bar, as routers do: no request. */
export async function showRoute({ tab }: ProviderStage, route: string): Promise<void> {
  await tab.evaluate((to) => history.replaceState(null, "", to), route);
}

/** A callback page of hidden frames: it posts its own URL to the page around it. */
export const framePage = (): Response =>
  runScript("parent.postMessage(location.href, location.origin);");

/** Opens a URL in a hidden frame, and returns the URL that {@link framePage} posts. */
export async function askInFrame({ tab }: ProviderStage, url: string): Promise<URL> {
  const posted = await tab.evaluate((src) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    addEventListener("message", ({ origin, data }) => {
      if (origin !== location.origin) return;
      frame.remove();
      resolve(String(data));
    });
    frame.src = src;
    document.body.append(frame);
    return promise;
  }, url);
  return new URL(posted);
}

/** Serves the browser's file of an installed library at this path. */
export async function serveFile(
  { application }: ProviderStage,
  path: string,
  { name, file }: { name: string; file: string },
): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(name);
  const library = await readFile(entry.replace(/dist[\\/].*$/, file), "utf8");
  const headers = { "content-type": "text/javascript" };
  application.respond(path, () => new Response(library, { headers }));
}

/** Serves a start page that greets the user of the application's session. */
export function serveGreeting({ application }: ProviderStage): void {
  application.respond("/", () =>
    runScript(`fetch("/api/session").then((r) => r.json()).then(({ loggedIn }) => {
      document.body.append(loggedIn ? "You are logged in" : "Please log in");
    });`),
  );
}

/** Logs in at an application with a server, from its start page. */
export async function logInAtServer(stage: ProviderStage, origin: string): Promise<void> {
  await stage.tab.getByText("Please log in").waitFor();
  await leave(stage, `${origin}/login`);
  await logInAtProvider(stage);
  await stage.tab.getByText("You are logged in").waitFor();
}

/** Confirms the logout on the provider's page. */
export async function confirmLogout({ tab }: ProviderStage, home: string): Promise<void> {
  await tab.locator("form").evaluate((element) => {
    if (!(element instanceof HTMLFormElement)) throw new Error("The page has no form.");
    const confirmed = document.createElement("input");
    Object.assign(confirmed, { type: "hidden", name: "logout", value: "yes" });
    element.append(confirmed);
    element.submit();
  });
  await tab.waitForURL(home);
  await tab.waitForLoadState();
}
