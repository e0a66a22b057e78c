import type { TokensPart } from "../../components/panel/Panel.tsx";
import { TokensTab } from "../../components/panel/tokens/TokensTab.tsx";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { KeptView } from "../../lib/models/kept-view.ts";
import { CompareModel } from "../../lib/models/tokens/compare-model.ts";
import { LibraryCheckModel } from "../../lib/models/tokens/library-check-model.ts";
import { readPageStorage } from "../../lib/models/tokens/read-page-storage.ts";
import { ReadingModel } from "../../lib/models/tokens/reading-model.ts";
import { RemovalModel } from "../../lib/models/tokens/removal-model.ts";
import { SeenTokensModel } from "../../lib/models/tokens/seen-tokens-model.ts";
import type { SeenTokens } from "../../lib/models/tokens/seen-tokens.ts";
import { TokensModel } from "../../lib/models/tokens/tokens-model.ts";
import { inspectedPage } from "../../lib/platform/inspected-page.ts";
import { openOnce } from "../../lib/platform/open-once.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { createKeySets } from "../../lib/tokens/key-set.ts";

/** Creates the Tokens tab. This file loads when the tab is first shown. */
export function createTokensPart(
  activity: InstanceType<typeof ActivityModel>,
  fetchFromHere: (url: string, init: RequestInit) => Promise<Response>,
  tokens: { seen: SeenTokens; view: KeptView; onRunLogin: () => void },
): TokensPart {
  const { now } = systemClock;
  const keySets = createKeySets({ fetch: fetchFromHere, now });
  const model = new TokensModel({ ...systemClock, keySets });
  const comparison = new CompareModel({ ...systemClock, inspected: model });
  const reading = new ReadingModel({
    ...systemClock,
    report: model.report,
    decoded: model.decoded,
  });
  tokens.view.follow("claimsForm", { read: () => reading.form.value, restore: reading.show });
  const library = new LibraryCheckModel({
    source: model,
    tenant: activity.tenant,
    load: openOnce(async () => {
      const { createLibraryCheck } =
        await import("../../lib/runs/token-check/create-library-check.ts");
      return createLibraryCheck({ fetch: fetchFromHere, clock: systemClock, crypto });
    }),
  });
  const removal = new RemovalModel({ field: model, comparison, tenants: activity });
  const seenModel = new SeenTokensModel({
    ...systemClock,
    seen: tokens.seen,
    readPage: () => readPageStorage(inspectedPage),
    inspected: model.inspected,
    inspect: (token, from) => void model.takeSeen(token, from, activity.tenant.peek()),
    keep: comparison.keepSeen,
    discard: (isForgotten) => removal.discard(isForgotten),
  });
  const seen = { model: seenModel, onRunLogin: tokens.onRunLogin };
  const models = { model, comparison, library, reading, removal, seen };
  return {
    View: () => <TokensTab activity={activity} {...models} />,
    take: (token, from) => void model.take(token, from),
    takeCaptured: (token, from) => void model.takeSeen(token, from, activity.tenant.peek()),
  };
}
