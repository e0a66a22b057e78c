import type { FunctionComponent } from "preact";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { LazyPart } from "../../lib/models/lazy-part.ts";
import type { PanelModel, PanelTab } from "../../lib/models/panel-model.ts";
import type { StalePageModel } from "../../lib/models/stale-page-model.ts";
import type { CapturedRun } from "../../lib/runs/from-request/captured-request.ts";
import type { CapturedOrigin, TokenOfRun } from "../../lib/models/tokens/token-field-model.ts";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { InputLimit } from "../shared/InputLimit.tsx";
import { StreamState } from "../shared/StreamState.tsx";
import { focusTab, TabPanel, Tabs } from "../shared/Tabs.tsx";
import "../shared/visible-text.ts";
import { LazyView } from "./LazyView.tsx";
import "./panel.css";
import type { RunActions } from "./run/run-models.ts";
import { StalePanel } from "./StalePanel.tsx";
import type { TraceActions } from "./trace/RunAgain.tsx";
import { useScrollRestoration } from "./use-scroll-restoration.ts";

/** The Tokens tab and its model. */
export interface TokensPart {
  View: FunctionComponent;
  /** Decodes a token of a run. */
  take(token: string, from: TokenOfRun): void;
  /** Decodes a token of a captured login. */
  takeCaptured(token: string, from: CapturedOrigin): void;
}

/** The Run tab and its models. */
export interface RunPart {
  View: FunctionComponent<RunActions>;
  /** Fills the form with a captured request. */
  takeCaptured(run: CapturedRun): void;
}

/** The Trace tab and its models. */
export interface TracePart {
  View: FunctionComponent<TraceActions>;
}

/** The Events tab and its models. */
export interface EventsPart {
  View: FunctionComponent;
  /** Shows only the events that arrived at a time (Unix time in ms) or later. */
  showSince(at: number, label: string): void;
}

/**
 * Shows the tabs of the DevTools panel, with the tenant's state beside them. Each tab is loaded when
 * it is first shown.
 */
export function Panel(props: {
  panel: InstanceType<typeof PanelModel>;
  activity: InstanceType<typeof ActivityModel>;
  trace: LazyPart<TracePart>;
  run: LazyPart<RunPart>;
  tokens: LazyPart<TokensPart>;
  events: LazyPart<EventsPart>;
  stale: InstanceType<typeof StalePageModel>;
}) {
  const { panel, activity, trace, run, tokens, events, stale } = props;
  const tab = panel.tab.value;
  const unread = activity.unread.value;
  const { container, discard } = useScrollRestoration(tab);
  const goTo = (to: PanelTab) => {
    discard(to);
    panel.select(to);
    focusTab(to);
  };
  const actions: RunActions & TraceActions = {
    onReload: stale.reload,
    onRunAgain(captured) {
      goTo("run");
      void run.load().then((part) => part?.takeCaptured(captured));
    },
    onInspect(token, from) {
      goTo("tokens");
      void tokens.load().then((part) => part?.take(token, from));
    },
    onShowSince(at) {
      goTo("events");
      void events.load().then((part) => part?.showSince(at, "this run"));
    },
  };
  return (
    <main class="panel" ref={container}>
      <h1 class="unseen">Tenant Inspector</h1>
      <InputLimit />
      <header class="panel-bar">
        <div class="panel-tabs">
          <Tabs
            label="Tenant Inspector"
            selected={tab}
            onSelect={panel.select}
            tabs={[
              { name: "trace", title: "Trace" },
              { name: "run", title: "Run" },
              { name: "tokens", title: "Tokens" },
              {
                name: "events",
                title: unread === 0 ? "Events" : `Events (${unread > 99 ? "99+" : unread})`,
              },
            ]}
          />
          <a
            href={`/guide.html#${tab}`}
            target="_blank"
            rel="noreferrer"
            aria-label="Guide for this tab"
            title="Opens the guide"
          >
            ?
          </a>
        </div>
        <StreamState activity={activity} />
        {stale.isStale.value ? <StalePanel onReload={stale.reload} /> : null}
      </header>
      <TabPanel name={tab}>
        <ErrorBoundary key={tab} subject="This tab">
          <LazyView<{ View: FunctionComponent<RunActions & TraceActions> }>
            what="this tab"
            part={{ trace, run, tokens, events }[tab]}
            onReload={stale.reload}
          >
            {({ View }) => <View {...actions} />}
          </LazyView>
        </ErrorBoundary>
      </TabPanel>
    </main>
  );
}
