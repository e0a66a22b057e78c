import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { ConnectionFormModel } from "../../lib/models/connection-form-model.ts";
import type { ExchangeFormModel } from "../../lib/models/exchange-form-model.ts";
import type { PopupModel } from "../../lib/models/popup-model.ts";
import { EmptyState } from "../shared/EmptyState.tsx";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { StreamState } from "../shared/StreamState.tsx";
import { TabPanel, Tabs } from "../shared/Tabs.tsx";
import { Trouble } from "../shared/Trouble.tsx";
import { ConnectionForm } from "./ConnectionForm.tsx";
import { ExchangeForm } from "./ExchangeForm.tsx";
import { NewestEvents } from "./NewestEvents.tsx";
import "./popup.css";

/** What an administrator does without opening a page: profiles, and a look at the newest events. */
export function Popup(props: {
  popup: InstanceType<typeof PopupModel>;
  activity: InstanceType<typeof ActivityModel>;
  exchange: InstanceType<typeof ExchangeFormModel>;
  connections: InstanceType<typeof ConnectionFormModel>;
}) {
  const { popup, activity, exchange, connections } = props;
  return (
    <main class="popup">
      <h1 class="unseen">Tenant Inspector</h1>
      <header>
        <StreamState activity={activity} />
        <button type="button" class="button link" onClick={() => void activity.openOptions()}>
          Options
        </button>
      </header>
      <Trouble activity={activity} />
      <ErrorBoundary what="This form">
        <Profiles popup={popup} activity={activity} exchange={exchange} connections={connections} />
      </ErrorBoundary>
      <ErrorBoundary what="The list of events">
        <NewestEvents activity={activity} />
      </ErrorBoundary>
    </main>
  );
}

function Profiles({ popup, activity, exchange, connections }: Parameters<typeof Popup>[0]) {
  const tab = popup.tab.value;
  const options = (
    <button type="button" class="button primary" onClick={() => void activity.openOptions()}>
      Open options
    </button>
  );
  if (!activity.isLoaded.value)
    return <EmptyState>Connecting to the background worker…</EmptyState>;
  if (activity.tenant.value === undefined) {
    if (activity.trouble.value !== undefined) return null;
    return (
      <EmptyState action={options}>No tenant yet. Add the one that you administer.</EmptyState>
    );
  }
  if (activity.credential.value === undefined) {
    return (
      <EmptyState action={options}>
        Profiles are changed through the management interface, which needs a credential. It is kept
        until the browser closes.
      </EmptyState>
    );
  }
  return (
    <>
      <Tabs
        label="Profiles"
        selected={tab}
        onSelect={popup.select}
        tabs={[
          { name: "exchange", title: "Token exchange" },
          { name: "connections", title: "Connections" },
        ]}
      />
      <TabPanel name={tab}>
        {tab === "exchange" ? (
          <ExchangeForm model={exchange} />
        ) : (
          <ConnectionForm model={connections} />
        )}
      </TabPanel>
    </>
  );
}
