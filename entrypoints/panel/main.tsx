import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { Panel } from "../../components/panel/Panel.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { PanelModel } from "../../lib/models/panel-model.ts";
import { RunModel } from "../../lib/models/run-model.ts";
import { TokensModel } from "../../lib/models/tokens-model.ts";
import { devtoolsTheme, onDevtoolsThemeChanged } from "../../lib/platform/devtools.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { createKeySets } from "../../lib/tokens/key-set.ts";

const send = createCommandSender(sendToWorker);
const fetchFromHere = (url: string, init: RequestInit) => fetch(url, init);

const showTheme = (theme: "dark" | "light") => {
  document.documentElement.dataset["theme"] = theme;
};
showTheme(devtoolsTheme());
onDevtoolsThemeChanged(showTheme);

render(
  <Panel
    panel={new PanelModel()}
    activity={new ActivityModel({ ...systemClock, send, connect: connectToActivity })}
    run={new RunModel({ send, fetch: fetchFromHere, clock: systemClock, crypto })}
    tokens={
      new TokensModel({
        now: systemClock.now,
        keySets: createKeySets({ fetch: fetchFromHere, now: systemClock.now }),
      })
    }
  />,
  findRoot(),
);
