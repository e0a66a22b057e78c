import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { Popup } from "../../components/popup/Popup.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { ConnectionFormModel } from "../../lib/models/connection-form-model.ts";
import { ExchangeFormModel } from "../../lib/models/exchange-form-model.ts";
import { PopupModel } from "../../lib/models/popup-model.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { closePopup } from "../../lib/platform/pages.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";

const send = createCommandSender(sendToWorker);

render(
  <Popup
    popup={new PopupModel()}
    activity={
      new ActivityModel({
        ...systemClock,
        send,
        connect: connectToActivity,
        makeWay: closePopup,
      })
    }
    exchange={new ExchangeFormModel({ send })}
    connections={new ConnectionFormModel({ send })}
  />,
  findRoot(),
);
