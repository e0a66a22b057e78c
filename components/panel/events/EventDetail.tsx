import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { plural } from "../../../lib/encoding/plural.ts";
import type { FieldChange } from "../../../lib/events/payloads/compare-events.ts";
import type { StoredEvent } from "../../../lib/events/log/event-log.ts";
import type { RedactionReceipt } from "../../../lib/redaction/create-redactor.ts";
import type {
  EventDetail as Detail,
  EventDetailState,
} from "../../../lib/models/events/event-detail-model.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import { Arrival } from "../../shared/Arrival.tsx";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { JsonTree } from "../JsonTree.tsx";
import { writeShort } from "../json-texts.ts";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import "./event-detail.css";

const goneReasons = {
  "gave-way": "This event was deleted to make room for newer events.",
  removed: "This event is no longer in the log because the log was deleted.",
} as const;

/** Shows one complete event as it arrived. */
export function EventDetail(props: { state: EventDetailState; goneAction?: ComponentChildren }) {
  const { state } = props;
  switch (state.kind) {
    case "none":
      return <EmptyState>Select an event to see its details.</EmptyState>;
    case "reading":
      return <EmptyState>Loading event…</EmptyState>;
    case "gone":
      return <EmptyState action={props.goneAction}>{goneReasons[state.why]}</EmptyState>;
    case "failed":
      return (
        <Notice severity="error" help="event-log" title="Could not read the event.">
          <span>{state.failure.message}</span>
        </Notice>
      );
    case "shown":
      return <Shown key={state.detail.event.sequence} detail={state.detail} />;
  }
}

function Shown({ detail }: { detail: Detail }) {
  const { event, previous, receipt } = detail;
  const [isRevealed, setIsRevealed] = useState(false);
  const { envelope, changes } = isRevealed ? detail.whole : detail.masked;
  return (
    <section class="event-detail" aria-label={`Event ${event.type}`}>
      <h2>{event.type}</h2>
      <dl>
        <dt>id</dt>
        <dd>{event.damage?.includes("id") === true ? "unreadable" : <code>{event.id}</code>}</dd>
        <dt>time</dt>
        <dd>{event.time ?? describeMissing(event, "time")}</dd>
        <dt>arrived</dt>
        <dd>
          <Arrival event={event} />
        </dd>
        <dt>source</dt>
        <dd>
          {event.source === undefined ? (
            describeMissing(event, "source")
          ) : (
            <code>{event.source}</code>
          )}
        </dd>
        {event.purpose === undefined ? null : (
          <>
            <dt>purpose</dt>
            <dd>{event.purpose}</dd>
          </>
        )}
      </dl>
      {event.damage !== undefined ? (
        <Damage fields={event.damage} />
      ) : event.malformed ? (
        <SchemaProblems problems={event.problems} />
      ) : null}
      {previous === undefined ? null : (
        <Changes changes={changes} type={previous.type} at={previous.storedAt} />
      )}
      {receipt.places === 0 ? null : (
        <Masked
          receipt={receipt}
          isRevealed={isRevealed}
          onToggle={() => setIsRevealed(!isRevealed)}
        />
      )}
      <JsonTree
        label={`Event ${event.type} as JSON`}
        value={envelope}
        copied={detail.masked.envelope}
        changes={changes}
      />
    </section>
  );
}

function describeMissing({ damage }: StoredEvent, field: "time" | "source"): string {
  return damage?.includes(field) === true ? "unreadable" : "not set";
}

/** The names of the fields that the page shows. The other fields are internal to the log. */
const fieldNames: Readonly<Record<string, string>> = {
  id: "id",
  type: "type",
  time: "time",
  source: "source",
  purpose: "purpose",
  envelope: "payload",
  storedAt: "time of arrival",
};

function Damage({ fields }: { fields: readonly string[] }) {
  const names = fields.map((field) => fieldNames[field]).filter((name) => name !== undefined);
  return (
    <Notice severity="warning" help="event-log" title="This event is damaged on this device.">
      <span>
        {names.length === 0 ? "" : `Missing or unreadable: ${names.join(", ")}. `}
        The remaining fields are shown. Other events are not affected.
      </span>
    </Notice>
  );
}

function SchemaProblems({ problems }: { problems: readonly string[] }) {
  return (
    <Notice
      severity="warning"
      help="event-log"
      title="This event does not match its schema. It is stored unchanged."
    >
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <code>{problem}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Lists the changes since the previous event about the same user, group or organization. */
function Changes(props: { changes: readonly FieldChange[]; type: string; at: number }) {
  const { changes } = props;
  const since = (
    <>
      since <code>{props.type}</code> at <Moment at={props.at} style="time" />
    </>
  );
  if (changes.length === 0) return <p class="quiet">No changes {since}.</p>;
  return (
    <div class="event-changes">
      <h3>
        {plural(changes.length, "change")} {since}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.path.join("\u0000")}>
              <th scope="row">{writeName(change.path.slice(2).join(".")) || "(root)"}</th>
              <td>{"before" in change ? writeShort(change.before) : "not set"}</td>
              <td>{"after" in change ? writeShort(change.after) : "not set"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Counts the hidden secrets and reveals them on a click. Copies never contain them. */
function Masked(props: { receipt: RedactionReceipt; isRevealed: boolean; onToggle: () => void }) {
  const kinds = Object.entries(props.receipt.kinds).map(([kind, count]) => `${count} ${kind}`);
  return (
    <p class="actions quiet">
      <span>
        {props.isRevealed ? "Secrets shown; copies omit them" : "Secrets hidden"}:{" "}
        {kinds.join(", ")}.
      </span>
      <button type="button" class="button" aria-pressed={props.isRevealed} onClick={props.onToggle}>
        {props.isRevealed ? "Hide secrets" : "Show secrets"}
      </button>
    </p>
  );
}
