import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Tenant } from "../../lib/messages/tenant.ts";
import type { OptionsPart } from "../../lib/messages/options-place.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { ConfirmationModel } from "../../lib/models/confirmation-model.ts";
import type { ConnectionProfilesModel } from "../../lib/models/connections/connection-profiles-model.ts";
import type { ExchangeRunModel } from "../../lib/models/exchange/exchange-run-model.ts";
import type { PopupModel } from "../../lib/models/popup-model.ts";
import type { UpdateModel } from "../../lib/models/update-model.ts";
import type { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import type { SinceView } from "../shared/EventsSince.tsx";
import { EmptyState } from "../shared/EmptyState.tsx";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { InputLimit } from "../shared/InputLimit.tsx";
import { Notice } from "../shared/Notice.tsx";
import { NoTenant } from "../shared/NoTenant.tsx";
import { TabPanel, Tabs } from "../shared/Tabs.tsx";
import { UpdateNotice } from "../shared/UpdateNotice.tsx";
import { Trouble } from "../shared/Trouble.tsx";
import { Confirmation } from "./confirmation/Confirmation.tsx";
import { ExchangeTab } from "./exchange/ExchangeTab.tsx";
import type { ExchangeFilter, ExchangeModels } from "./exchange/exchange-models.ts";
import { NewestEvents } from "./NewestEvents.tsx";
import { PopupHeader } from "./PopupHeader.tsx";
import { UnlockForm } from "./UnlockForm.tsx";
import "../shared/visible-text.ts";
import "./popup.css";

type Connections = InstanceType<typeof ConnectionProfilesModel>;

/** The parts that the first input does not need. They load after the first paint. */
export interface LazyParts {
  run: InstanceType<typeof ExchangeRunModel>;
  exchangeFilter: ExchangeFilter;
  connections: Connections;
  ConnectionsView: ComponentType<{ model: Connections; Since: SinceView }>;
  Since: SinceView;
}

interface PopupProps {
  popup: InstanceType<typeof PopupModel>;
  activity: InstanceType<typeof ActivityModel>;
  confirmation: InstanceType<typeof ConfirmationModel>;
  unlock: InstanceType<typeof UnlockModel>;
  update: InstanceType<typeof UpdateModel>;
  exchange: Omit<ExchangeModels, "run" | "filter" | "Since">;
  loadLazyParts: () => Promise<LazyParts>;
}

/**
 * Shows the profiles, which an administrator edits without opening a page, and the newest events.
 */
export function Popup(props: PopupProps) {
  const { popup, activity } = props;
  const lazy = useLazyParts(props.loadLazyParts);
  useEffect(() => void popup.restore(), [popup]);
  const { confirmation } = props;
  const tenantId = activity.tenant.value?.id;
  // A question about one tenant must not stay open when another tenant is selected.
  useEffect(() => confirmation.cancel(), [confirmation, tenantId]);
  return (
    <main class="popup">
      <InputLimit />
      <h1 class="unseen">Tenant Inspector</h1>
      <PopupHeader popup={popup} activity={activity} />
      <Trouble activity={activity} />
      <UpdateNotice model={props.update} />
      {popup.isOnline.value ? null : (
        <Notice severity="warning" help="no-answer-from-the-tenant" title="This device is offline.">
          <span>
            Your input is kept. Send it when the network is back. A local tenant and the sandbox
            still work.
          </span>
        </Notice>
      )}
      <ErrorBoundary subject="This form">
        <Profiles {...props} lazy={lazy} />
      </ErrorBoundary>
      <ErrorBoundary subject="The list of events">
        <NewestEvents activity={activity} />
      </ErrorBoundary>
      <Confirmation model={props.confirmation} />
    </main>
  );
}

type Lazy = LazyParts | "failed" | undefined;

function Profiles(props: PopupProps & { lazy: Lazy }) {
  const { activity, unlock } = props;
  const tenant = activity.tenant.value;
  const credential = activity.credential.value;
  const openOptions = (part: OptionsPart) => (
    <button type="button" class="button primary" onClick={() => void activity.openOptions(part)}>
      Open options
    </button>
  );
  // The form works before the worker has responded; its input goes to the tenant that the worker
  // then names.
  const tabs = (isKnown: boolean) => (
    <ProfileTabs
      {...props}
      tenant={isKnown ? tenant : undefined}
      isUnreachable={!isKnown && activity.link.value === "interrupted"}
    />
  );
  if (!activity.isLoaded.value) return tabs(false);
  if (tenant === undefined) {
    if (activity.trouble.value !== undefined) return null;
    return (
      <NoTenant activity={activity} next="[role=tab][aria-selected=true]">
        No tenants yet. Add a tenant to manage its profiles.
      </NoTenant>
    );
  }
  if (!activity.isPermitted.value) {
    return (
      <EmptyState action={openOptions("tenant")}>
        The extension has no access to <code>{tenant.origin}</code>. Grant access in the options.
        Your unsent input is kept.
      </EmptyState>
    );
  }
  if (credential === undefined) {
    return (
      <EmptyState action={openOptions("credential")}>
        {activity.credentialLoss.value === "update"
          ? `The credential of ${tenant.name} was in memory only, and the extension was updated, reloaded or disabled. Add it again.`
          : `Profiles require a management credential. Add one for ${tenant.name}.`}
      </EmptyState>
    );
  }
  if (credential.isLocked) return <UnlockForm key={tenant.id} model={unlock} tenant={tenant} />;
  return tabs(true);
}

/** Reports an unreachable worker. This is rare, because the browser starts the worker on demand. */
function Unreachable() {
  return (
    <Notice
      severity="error"
      help="tenant-inspector-itself"
      title="The background worker does not respond."
    >
      <span>
        Retrying automatically. If this continues, reload the extension on the browser's extensions
        page.
      </span>
    </Notice>
  );
}

function ProfileTabs(
  props: PopupProps & { lazy: Lazy; tenant: Tenant | undefined; isUnreachable: boolean },
) {
  const { popup, exchange, lazy, tenant } = props;
  const parts = lazy === "failed" ? undefined : lazy;
  const tab = popup.tab.value;
  const id = tenant?.id;
  // An effect runs after the first paint: no request may delay the first input.
  useEffect(() => {
    if (id === undefined) return;
    exchange.change.leave();
    void exchange.list.show(id);
  }, [exchange, id]);
  useEffect(() => {
    if (tenant !== undefined) void exchange.form.show(tenant);
  }, [exchange, tenant]);
  useEffect(() => {
    if (id === undefined || parts === undefined) return;
    parts.run.close();
    void parts.connections.begin();
  }, [parts, id]);
  return (
    <>
      <Tabs
        label="Profiles"
        selected={tab}
        onSelect={popup.select}
        tabs={[
          { name: "exchange", title: <>Token exchange{writeCount(exchange.list.count.value)}</> },
          {
            name: "connections",
            title: <>Connections{writeCount(parts?.connections.count.value)}</>,
          },
        ]}
      />
      {props.isUnreachable ? <Unreachable /> : null}
      <TabPanel name={tab}>
        {tab === "exchange" ? (
          <ExchangeTab
            models={{
              ...exchange,
              run: parts?.run,
              filter: parts?.exchangeFilter,
              Since: parts?.Since,
            }}
            tenant={tenant}
          />
        ) : parts === undefined || tenant === undefined ? (
          <EmptyState>
            {lazy === "failed"
              ? "Could not load this view, probably because the extension was updated. Close and reopen the popup."
              : "Loading connection profiles…"}
          </EmptyState>
        ) : (
          <parts.ConnectionsView model={parts.connections} Since={parts.Since} />
        )}
      </TabPanel>
    </>
  );
}

/** Loads the lazy parts after the first paint. */
function useLazyParts(load: PopupProps["loadLazyParts"]): Lazy {
  const [lazy, setLazy] = useState<Lazy>(undefined);
  useEffect(() => {
    load().then(setLazy, () => setLazy("failed"));
  }, [load]);
  return lazy;
}

function writeCount(count: number | undefined) {
  return count === undefined ? "" : ` (${count})`;
}
