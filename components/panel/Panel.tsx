import type { ComponentType } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { LazyPart } from "../../lib/models/lazy-part.ts";
import type { PanelModel, PanelTab } from "../../lib/models/panel-model.ts";
import type { RunModel } from "../../lib/models/runs/run-model.ts";
import type { TokenOfRun } from "../../lib/models/tokens/tokens-model.ts";
import { EmptyState } from "../shared/EmptyState.tsx";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { InputLimit } from "../shared/InputLimit.tsx";
import { StreamState } from "../shared/StreamState.tsx";
import { focusTab, TabPanel, Tabs } from "../shared/Tabs.tsx";
import "../shared/visible-text.ts";
import "./panel.css";
import { RunTab } from "./run/RunTab.tsx";
import { useScrollRestoration } from "./use-scroll-restoration.ts";

/** The Tokens tab and its model. */
export interface TokensPart {
  View: ComponentType;
  /** Decodes a token of a run. */
  take(token: string, from: TokenOfRun): void;
}

/** The Events tab and its models. */
export interface EventsPart {
  View: ComponentType;
  /** Shows only the events that arrived at a time (Unix time in ms) or later. */
  showSince(at: number, label: string): void;
}

/**
 * Shows the tabs of the DevTools panel, with the tenant's state beside them. The first tab is
 * loaded with the panel, the others on demand.
 */
export function Panel(props: {
  panel: InstanceType<typeof PanelModel>;
  activity: InstanceType<typeof ActivityModel>;
  run: InstanceType<typeof RunModel>;
  tokens: LazyPart<TokensPart>;
  events: LazyPart<EventsPart>;
}) {
  const { panel, activity, run, tokens, events } = props;
  const tab = panel.tab.value;
  const unread = activity.unread.value;
  const { container, discard } = useScrollRestoration(tab);
  const goTo = (to: PanelTab) => {
    discard(to);
    panel.select(to);
    focusTab(to);
  };
  return (
    <main class="panel" ref={container}>
      <h1 class="unseen">Tenant Inspector</h1>
      <InputLimit />
      <header class="panel-bar">
        <Tabs
          label="Tenant Inspector"
          selected={tab}
          onSelect={panel.select}
          tabs={[
            { name: "run", title: "Run" },
            { name: "tokens", title: "Tokens" },
            {
              name: "events",
              title: unread === 0 ? "Events" : `Events (${unread > 99 ? "99+" : unread})`,
            },
          ]}
        />
        <StreamState activity={activity} />
      </header>
      <TabPanel name={tab}>
        <ErrorBoundary key={tab} what="This tab">
          {tab === "run" ? (
            <RunTab
              activity={activity}
              model={run}
              onInspect={(token, from) => {
                goTo("tokens");
                void tokens.load().then((part) => part?.take(token, from));
              }}
              onShowSince={(at) => {
                goTo("events");
                void events.load().then((part) => part?.showSince(at, "this run"));
              }}
            />
          ) : (
            <LazyTab part={tab === "tokens" ? tokens : events} />
          )}
        </ErrorBoundary>
      </TabPanel>
    </main>
  );
}

/** Shows nothing while a tab loads, which takes no longer than a frame or two. */
function LazyTab({ part }: { part: LazyPart<{ View: ComponentType }> }) {
  useLayoutEffect(() => void part.load(), [part]);
  if (part.hasFailed.value) {
    return (
      <EmptyState>
        Could not load this tab, probably because the extension was updated. Close and reopen
        DevTools.
      </EmptyState>
    );
  }
  const tab = part.loaded.value;
  return tab === undefined ? null : <tab.View />;
}
