import { ConnectionProfiles } from "../../components/popup/connections/ConnectionProfiles.tsx";
import { ProfileFilter } from "../../components/popup/ProfileFilter.tsx";
import type { LazyParts } from "../../components/popup/Popup.tsx";
import { bindEventsSince } from "../../components/shared/EventsSince.tsx";
import { connectionDraftsKey } from "../../lib/messages/session-keys.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { connectionDraftsSchema } from "../../lib/models/connections/connection-draft.ts";
import {
  ConnectionProfilesModel,
  type ConnectionProfilesPort,
} from "../../lib/models/connections/connection-profiles-model.ts";
import {
  ExchangeFilterModel,
  type ExchangeFilterPort,
} from "../../lib/models/exchange/exchange-filter-model.ts";
import { ExchangeRunModel } from "../../lib/models/exchange/exchange-run-model.ts";
import { collectIssuedTokens } from "../../lib/models/tokens/collect-seen-tokens.ts";
import { createTokenSender, recordSeenTokens } from "../../lib/models/tokens/seen-tokens.ts";
import { isPrivateWindow } from "../../lib/platform/private-window.ts";
import { createStoredItem } from "../../lib/platform/stored-item.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";

/** Creates the popup's lazy parts. This file loads after the popup is ready to use. */
export function createLazyParts(
  activity: InstanceType<typeof ActivityModel>,
  shared: Pick<ConnectionProfilesPort, "send" | "confirm" | "tenant">,
  exchange: ExchangeFilterPort,
): LazyParts {
  return {
    run: new ExchangeRunModel({
      ...systemClock,
      send: shared.send,
      onIssued(issued) {
        // A private popup closes with its memory: its tokens are in no list.
        if (isPrivateWindow()) return;
        const tokens = collectIssuedTokens(issued, () => crypto.randomUUID());
        void recordSeenTokens({ add: createTokenSender(shared.send) }, tokens);
      },
    }),
    exchangeFilter: { model: new ExchangeFilterModel(exchange), View: ProfileFilter },
    connections: new ConnectionProfilesModel({
      ...systemClock,
      ...shared,
      drafts: createStoredItem("session", connectionDraftsKey, connectionDraftsSchema),
    }),
    ConnectionsView: ConnectionProfiles,
    Since: bindEventsSince(activity),
  };
}
