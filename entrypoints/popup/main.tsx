import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { Popup } from "../../components/popup/Popup.tsx";
import { BuildFooter } from "../../components/shared/BuildFooter.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { exchangeDraftKey } from "../../lib/messages/session-keys.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { ConfirmationModel } from "../../lib/models/confirmation-model.ts";
import { ExchangeChangeModel } from "../../lib/models/exchange/exchange-change-model.ts";
import { exchangeDraftSchema } from "../../lib/models/exchange/exchange-draft.ts";
import { ExchangeFormModel } from "../../lib/models/exchange/exchange-form-model.ts";
import { ExchangeListModel } from "../../lib/models/exchange/exchange-list-model.ts";
import { PopupModel, popupViewSchema } from "../../lib/models/popup-model.ts";
import { refuseInPrivateWindow } from "../../lib/models/refuse-in-private-window.ts";
import { refuseOffline } from "../../lib/models/refuse-offline.ts";
import { UpdateModel } from "../../lib/models/update-model.ts";
import { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import { buildCommit } from "../../lib/platform/build-commit.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { closePopup } from "../../lib/platform/pages.ts";
import { isPrivateWindow } from "../../lib/platform/private-window.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { createStoredItem } from "../../lib/platform/stored-item.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { networkState } from "./network-state.ts";

const send = refuseInPrivateWindow(
  refuseOffline(createCommandSender(sendToWorker), networkState.isOnline),
  isPrivateWindow(),
);
const activity = new ActivityModel({
  ...systemClock,
  send,
  connect: connectToActivity,
  onOptionsOpened: closePopup,
});
const { now, tenant, rateLimit } = activity;
const confirm = new ConfirmationModel();
const list = new ExchangeListModel({ send });
const change = new ExchangeChangeModel({
  send,
  confirm,
  now: systemClock.now,
  onChanged: list.put,
  onDeleted: list.drop,
});

render(
  <>
    <Popup
      popup={
        new PopupModel({
          view: createStoredItem("session", "popup.view", popupViewSchema),
          rateLimit,
          now,
          connection: networkState,
        })
      }
      activity={activity}
      confirmation={confirm}
      unlock={new UnlockModel({ send })}
      update={new UpdateModel({ send, activity })}
      exchange={{
        list,
        now,
        form: new ExchangeFormModel({
          send,
          confirm,
          drafts: (id) => createStoredItem("session", exchangeDraftKey(id), exchangeDraftSchema),
          profiles: list.profiles,
          now: systemClock.now,
          onCreated: list.put,
        }),
        change,
      }}
      loadLazyParts={async () => {
        const { createLazyParts } = await import("./lazy-parts.ts");
        return createLazyParts(activity, { send, confirm, tenant }, { list, change });
      }}
    />
    <BuildFooter commit={buildCommit} />
  </>,
  findRoot(),
);
