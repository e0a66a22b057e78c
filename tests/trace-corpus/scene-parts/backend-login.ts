import type { ProviderStage } from "../provider-stage.ts";
import { logInAtProvider } from "./provider-login.ts";
import { runScript } from "./responses.ts";
import { leave } from "./tab.ts";

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
