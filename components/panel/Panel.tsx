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
import { useKeptPlaces } from "./use-kept-places.ts";

/** The Tokens tab, with the model behind it. */
export interface TokensPart {
  View: ComponentType;
  /** Decodes a token of a run. */
  take(token: string, from: TokenOfRun): void;
}

/** The Events tab, with the models behind it. */
export interface EventsPart {
  View: ComponentType;
  /** Shows only what arrived at a time (Unix time in ms) or later. */
  showSince(at: number, label: string): void;
}

/** The DevTools panel: its tabs, and the tenant's state beside them. It opens on the first of them; the others come late. */
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
  const { place, forget } = useKeptPlaces(tab);
  const lead = (to: PanelTab) => {
    forget(to);
    panel.select(to);
    focusTab(to);
  };
  return (
    <main class="panel" ref={place}>
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
                lead("tokens");
                void tokens.load().then((part) => part?.take(token, from));
              }}
              onShowSince={(at) => {
                lead("events");
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

/** Nothing is in its place while it is read: that takes no longer than a frame or two. */
function LazyTab({ part }: { part: LazyPart<{ View: ComponentType }> }) {
  useLayoutEffect(() => void part.load(), [part]);
  if (part.hasFailed.value) {
    return (
      <EmptyState>
        This tab could not be loaded. Close the developer tools and open them again: the extension
        was probably updated.
      </EmptyState>
    );
  }
  const tab = part.loaded.value;
  return tab === undefined ? null : <tab.View />;
}
