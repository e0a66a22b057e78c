import { listenOnLoopback, type FetchHandler } from "../../../tenant/server/listen.ts";
import type { ProviderStage } from "../provider-stage.ts";

/** The port of a provider that a scene writes itself, beside those of the stage. */
export const smallProviderPort = 4464;

/** The origin of such a provider. */
export const smallProviderOrigin = `http://localhost:${smallProviderPort}`;

/** Performs a scene while this provider runs. */
export async function withProvider(
  provider: FetchHandler,
  perform: () => Promise<void>,
): Promise<void> {
  const listener = await listenOnLoopback(smallProviderPort, provider);
  try {
    await perform();
  } finally {
    await listener.close();
  }
}

/** Presses the button of a small provider's login page, and waits for the application. */
export async function logInAtSmallProvider({ tab }: ProviderStage): Promise<void> {
  await tab.getByRole("button", { name: "Log in" }).click();
  await tab.waitForURL((url) => url.origin !== smallProviderOrigin);
}
