import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { Panel } from "../../components/panel/Panel.tsx";
import { BuildFooter } from "../../components/shared/BuildFooter.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { createLazyPart } from "../../lib/models/lazy-part.ts";
import { PanelModel } from "../../lib/models/panel-model.ts";
import { RunModel } from "../../lib/models/runs/run-model.ts";
import { buildCommit } from "../../lib/platform/build-commit.ts";
import { devtoolsTheme, onDevtoolsThemeChanged } from "../../lib/platform/devtools-theme.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { readHtmlText } from "../../lib/platform/html-text.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";

const send = createCommandSender(sendToWorker);
const activity = new ActivityModel({ ...systemClock, send, connect: connectToActivity });
const fetchFromHere = (url: string, init: RequestInit) => fetch(url, init);

const showTheme = (theme: "dark" | "light") => {
  document.documentElement.dataset["theme"] = theme;
};
showTheme(devtoolsTheme());
onDevtoolsThemeChanged(showTheme);

render(
  <>
    <Panel
      panel={new PanelModel()}
      activity={activity}
      run={
        new RunModel({
          send,
          fetch: fetchFromHere,
          clock: systemClock,
          crypto,
          readHtml: readHtmlText,
          async loadRunner() {
            const { runWithChecks } = await import("../../lib/models/runs/run-with-checks.ts");
            return runWithChecks;
          },
        })
      }
      tokens={createLazyPart(async () => {
        const { createTokensPart } = await import("./tokens-part.tsx");
        return createTokensPart(activity, fetchFromHere);
      })}
      events={createLazyPart(async () => {
        const { createEventsPart } = await import("./events-part.tsx");
        return createEventsPart(activity, send);
      })}
    />
    <BuildFooter commit={buildCommit} />
  </>,
  findRoot(),
);
