import type { TokensPart } from "../../components/panel/Panel.tsx";
import { TokensTab } from "../../components/panel/tokens/TokensTab.tsx";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { TokensModel } from "../../lib/models/tokens/tokens-model.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { createKeySets } from "../../lib/tokens/key-set.ts";

/** Creates the Tokens tab. This file loads when the tab is first shown. */
export function createTokensPart(
  activity: InstanceType<typeof ActivityModel>,
  fetchFromHere: (url: string, init: RequestInit) => Promise<Response>,
): TokensPart {
  const { now } = systemClock;
  const keySets = createKeySets({ fetch: fetchFromHere, now });
  const model = new TokensModel({ ...systemClock, keySets });
  return {
    View: () => <TokensTab activity={activity} model={model} />,
    take: (token, from) => void model.take(token, from),
  };
}
