import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { Panel } from "../../components/panel/Panel.tsx";
import "../../components/shared/theme.css";
import { openEventLog } from "../../lib/events/log/idb-event-log.ts";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { EventDetailModel } from "../../lib/models/events/event-detail-model.ts";
import { EventsModel } from "../../lib/models/events/events-model.ts";
import { ExportModel } from "../../lib/models/events/export-model.ts";
import { PanelModel } from "../../lib/models/panel-model.ts";
import { RunModel } from "../../lib/models/runs/run-model.ts";
import { StreamControlModel } from "../../lib/models/stream/stream-control-model.ts";
import { TokensModel } from "../../lib/models/tokens/tokens-model.ts";
import { devtoolsTheme, onDevtoolsThemeChanged } from "../../lib/platform/devtools.ts";
import { createFile } from "../../lib/platform/download-file.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { openOnce } from "../../lib/platform/open-once.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { createKeySets } from "../../lib/tokens/key-set.ts";

const send = createCommandSender(sendToWorker);
const openLog = openOnce(() => openEventLog());
const activity = new ActivityModel({ ...systemClock, send, connect: connectToActivity });
const fetchFromHere = (url: string, init: RequestInit) => fetch(url, init);

const takeTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

const showTheme = (theme: "dark" | "light") => {
  document.documentElement.dataset["theme"] = theme;
};
showTheme(devtoolsTheme());
onDevtoolsThemeChanged(showTheme);

render(
  <Panel
    panel={new PanelModel()}
    activity={activity}
    run={new RunModel({ send, fetch: fetchFromHere, clock: systemClock, crypto })}
    tokens={
      new TokensModel({
        now: systemClock.now,
        keySets: createKeySets({ fetch: fetchFromHere, now: systemClock.now }),
      })
    }
    events={{
      list: new EventsModel({ ...systemClock, openLog, activity }),
      detail: new EventDetailModel({ openLog }),
      control: new StreamControlModel({ send, tenant: activity.tenant }),
      exporter: new ExportModel({ ...systemClock, openLog, createFile, takeTurn }),
    }}
  />,
  findRoot(),
);
