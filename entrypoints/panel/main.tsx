import "../../lib/platform/schema-engine.ts";
import { signal } from "@preact/signals";
import { render } from "preact";
import { Panel } from "../../components/panel/Panel.tsx";
import { BuildFooter } from "../../components/shared/BuildFooter.tsx";
import { focusTab } from "../../components/shared/Tabs.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { sandboxOrigin } from "../../lib/messages/domain.ts";
import type { CapturedOrigin } from "../../lib/models/tokens/token-field-model.ts";
import { createLazyPart } from "../../lib/models/lazy-part.ts";
import { refuseInPrivateWindow } from "../../lib/models/refuse-in-private-window.ts";
import { PanelModel } from "../../lib/models/panel-model.ts";
import type { KeptRun } from "../../lib/models/runs/kept-runs.ts";
import { StalePageModel } from "../../lib/models/stale-page-model.ts";
import { buildCommit } from "../../lib/platform/build-commit.ts";
import { devtoolsTheme, onDevtoolsThemeChanged } from "../../lib/platform/devtools-theme.ts";
import { isExtensionLoaded, reloadPage } from "../../lib/platform/extension-context.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { openOnce } from "../../lib/platform/open-once.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { isPrivateWindow } from "../../lib/platform/private-window.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { createLazyFetch } from "../../lib/sandbox/lazy-fetch.ts";
import { createSeenTokens } from "./seen-part.ts";
import { openKeptView } from "./open-kept-view.ts";
import { createCapture } from "./capture-part.ts";

const send = refuseInPrivateWindow(createCommandSender(sendToWorker), isPrivateWindow());
const activity = new ActivityModel({ ...systemClock, send, connect: connectToActivity });
const seen = createSeenTokens(send, activity);
const runs = signal<readonly KeptRun[]>([]);
const panel = new PanelModel();
// A capture that starts when its tab is first shown would miss the login.
const capture = createCapture();
const kept = openKeptView(send);
const onRunLogin = () => {
  panel.select("run");
  focusTab("run");
};
const fetchFromHere = createLazyFetch({
  origin: sandboxOrigin,
  load: openOnce(async () => {
    const { connectSandbox } = await import("./sandbox-part.ts");
    return connectSandbox(send).fetch;
  }),
  fetch: (url, init) => fetch(url, init),
});

const showTheme = (theme: "dark" | "light") => {
  document.documentElement.dataset["theme"] = theme;
};
showTheme(devtoolsTheme());
onDevtoolsThemeChanged(showTheme);

const tokens = createLazyPart(async () => {
  const { createTokensPart } = await import("./tokens-part.tsx");
  return createTokensPart(activity, fetchFromHere, { seen, view: await kept, onRunLogin });
});
const onInspect = (token: string, from: CapturedOrigin) => {
  panel.select("tokens");
  focusTab("tokens");
  void tokens.load().then((part) => part?.takeCaptured(token, from));
};

// No `await` at the top level: with it, the bundler splits the chunks of all pages.
void kept.then((view) => {
  view.follow("tab", { read: () => panel.tab.value, restore: panel.select });
  render(
    <>
      <Panel
        panel={panel}
        activity={activity}
        trace={createLazyPart(async () => {
          const { createTracePart } = await import("./trace-part.tsx");
          return createTracePart(capture, runs, view, onInspect);
        })}
        stale={new StalePageModel({ ...activity, isExtensionLoaded, reload: reloadPage })}
        run={createLazyPart(async () => {
          const { createRunPart } = await import("./run-part.tsx");
          return createRunPart(activity, send, fetchFromHere, { seen, runs, view });
        })}
        tokens={tokens}
        events={createLazyPart(async () => {
          const { createEventsPart } = await import("./events-part.tsx");
          return createEventsPart(activity, send, view);
        })}
      />
      <BuildFooter commit={buildCommit} />
    </>,
    findRoot(),
  );
});
