import type { ProviderStage } from "../provider-stage.ts";

/** Performs a scene with the browser's setting that blocks the cookies of other sites in frames. */
export async function withoutForeignCookies(
  { tab, context }: ProviderStage,
  perform: () => Promise<void>,
): Promise<void> {
  const session = await context.newCDPSession(tab);
  await session.send("Network.enable");
  await session.send("Network.setCookieControls", { enableThirdPartyCookieRestriction: true });
  try {
    await perform();
  } finally {
    await session.detach();
  }
}
