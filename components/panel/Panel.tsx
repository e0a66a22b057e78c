import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { PanelModel } from "../../lib/models/panel-model.ts";
import type { RunModel } from "../../lib/models/runs/run-model.ts";
import type { TokensModel } from "../../lib/models/tokens/tokens-model.ts";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { StreamState } from "../shared/StreamState.tsx";
import { TabPanel, Tabs } from "../shared/Tabs.tsx";
import { EventsTab, type EventsModels } from "./events/EventsTab.tsx";
import "./panel.css";
import { RunTab } from "./run/RunTab.tsx";
import { TokensTab } from "./tokens/TokensTab.tsx";

/** The DevTools panel: its tabs, and the tenant's state beside them. */
export function Panel(props: {
  panel: InstanceType<typeof PanelModel>;
  activity: InstanceType<typeof ActivityModel>;
  run: InstanceType<typeof RunModel>;
  tokens: InstanceType<typeof TokensModel>;
  events: EventsModels;
}) {
  const { panel, activity, run, tokens, events } = props;
  const tab = panel.tab.value;
  const unread = activity.unread.value;
  return (
    <main class="panel">
      <h1 class="unseen">Tenant Inspector</h1>
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
                panel.select("tokens");
                void tokens.take(token, from, activity.tenant.peek());
              }}
              onShowSince={(at) => {
                events.list.showSince(at, "this run");
                panel.select("events");
              }}
            />
          ) : tab === "tokens" ? (
            <TokensTab activity={activity} model={tokens} />
          ) : (
            <EventsTab activity={activity} models={events} />
          )}
        </ErrorBoundary>
      </TabPanel>
    </main>
  );
}
