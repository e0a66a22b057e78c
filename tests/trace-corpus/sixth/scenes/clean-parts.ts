import type { Paths } from "../../scene-parts/provider-login.ts";
import { redeemCode } from "../../scene-parts/page-requests.ts";
import type { Attempt } from "../../scene-parts/attempt.ts";
import type { ProviderStage } from "../../provider-stage.ts";

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
