import type { ComponentChildren } from "preact";
import type { TenantListModel, TenantRow } from "../../lib/models/tenants/tenant-list-model.ts";
import { TenantSwatch } from "../shared/TenantSwatch.tsx";

/** Lists every tenant with its state. A choice applies to this page only. */
export function TenantList(props: {
  model: InstanceType<typeof TenantListModel>;
  /** True while the page shows a section of the chosen tenant. */
  isTenantShown: boolean;
  /** True while the page shows the form for a new tenant. */
  isAdding: boolean;
  /** Replaces the list while the list is empty. */
  emptyText: string;
  /** Offers further tenants, below the list or the text. */
  offer?: ComponentChildren;
  onChoose: (row: TenantRow) => void;
}) {
  const rows = props.model.rows.value;
  return (
    <nav class="tenants" aria-labelledby="tenants-heading">
      <h2 id="tenants-heading">Tenants</h2>
      {rows.length === 0 ? (
        <>
          <p class="quiet">{props.emptyText}</p>
          {/* The form for a new tenant is in view, unless another section is. */}
          {props.isTenantShown || props.isAdding ? null : <AddTenant isCurrent={false} />}
          {props.offer}
        </>
      ) : (
        <>
          <ul>
            {rows.map((row) => (
              <li key={row.tenant.id}>
                <Row
                  row={row}
                  isShown={row.isChosen && props.isTenantShown}
                  onChoose={props.onChoose}
                />
              </li>
            ))}
          </ul>
          <AddTenant isCurrent={props.isAdding} />
          {props.offer}
        </>
      )}
    </nav>
  );
}

function AddTenant({ isCurrent }: { isCurrent: boolean }) {
  return (
    <a class="button" href="#new" aria-current={isCurrent ? "page" : undefined}>
      Add tenant
    </a>
  );
}

function streamClassOf({ hasStreamTrouble, isListening }: TenantRow): string {
  if (hasStreamTrouble) return "stream problem";
  return isListening ? "stream quiet listening" : "stream quiet";
}

function Row(props: { row: TenantRow; isShown: boolean; onChoose: (row: TenantRow) => void }) {
  const { row } = props;
  const { tenant } = row;
  return (
    <button
      type="button"
      class="tenant-row"
      aria-current={props.isShown ? "true" : undefined}
      onClick={() => props.onChoose(row)}
    >
      <span class="line">
        <TenantSwatch colour={tenant.colour} />
        <b class="cut" title={tenant.name}>
          {tenant.name}
        </b>
        {tenant.isReadOnly ? <span class="mark">read-only</span> : null}
        {row.unread > 0 ? (
          <span class="unread" title={`${row.unread} new events`}>
            {row.unread}
            <span class="unseen"> new events</span>
          </span>
        ) : null}
      </span>
      <span class="cut quiet" title={tenant.origin}>
        {row.host}
      </span>
      <span class={streamClassOf(row)}>
        <span class="dot" aria-hidden="true" />
        stream: {row.stream}
      </span>
      <span class={row.needsCredential ? "warning" : "quiet"}>{row.credential}</span>
      {row.denied.map((origin) => (
        <span class="problem" key={origin}>
          no access to {new URL(origin).host}
        </span>
      ))}
    </button>
  );
}
