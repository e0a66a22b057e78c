import type { ProviderStage } from "../provider-stage.ts";
import { runScript } from "./responses.ts";

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
