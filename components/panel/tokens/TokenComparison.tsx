import type { ReadonlySignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { explainKinds } from "../../../lib/models/tokens/compare-labels.ts";
import type { CompareModel } from "../../../lib/models/tokens/compare-model.ts";
import {
  describeRow,
  type ComparedRow,
  type ComparedValue,
} from "../../../lib/models/tokens/compare-rows.ts";
import { ClaimTime } from "./reading/ClaimTime.tsx";
import { FoldedValue } from "./reading/FoldedValue.tsx";
import { TokenName } from "./TokenName.tsx";
import "./comparison.css";

const initialCount = 100;
const moreCount = 300;

/** Shows how the inspected token differs from the kept one: the first difference, then a table. */
export function TokenComparison({ model }: { model: InstanceType<typeof CompareModel> }) {
  const [listed, setListed] = useState(initialCount);
  const comparison = model.comparison.value;
  const [first, second] = model.labels.value ?? [];
  if (comparison === undefined || first === undefined || second === undefined) return null;
  const { headline, limit, counts } = comparison;
  const kinds = explainKinds(first, second);
  const different = counts.changed + counts.onlyFirst + counts.onlySecond;
  const { members: rows, leftOut } = model.listed.value;
  return (
    // The relative times change every second. The bar announces the first difference.
    <details class="comparison" open aria-live="off">
      <summary>
        <h2>
          Comparison ({different} different, {counts.same} same)
        </h2>
      </summary>
      <p>
        <b>{headline.title}</b> {headline.reason}
      </p>
      {[kinds, limit].map((note) => (note === undefined ? null : <p key={note}>{note}</p>))}
      <dl class="facts">
        <div>
          <dt>First</dt>
          <dd>
            <TokenName label={first} />
          </dd>
        </div>
        <div>
          <dt>Second</dt>
          <dd>
            <TokenName label={second} />
          </dd>
        </div>
      </dl>
      <label class="actions">
        <input
          type="checkbox"
          checked={!model.showsAll.value}
          onChange={(event) => model.setShowsAll(!event.currentTarget.checked)}
        />{" "}
        Differences only
      </label>
      <ComparisonTable
        now={model.now}
        rows={rows.slice(0, listed).map((member) => describeRow(member))}
      />
      <Rest
        listed={Math.min(listed, rows.length)}
        total={rows.length}
        leftOut={leftOut}
        onMore={() => setListed(listed + moreCount)}
      />
    </details>
  );
}

function ComparisonTable(props: { rows: readonly ComparedRow[]; now: ReadonlySignal<number> }) {
  const { rows, now } = props;
  if (rows.length === 0) return null;
  return (
    <table class="comparison-table" aria-label="Compared claims">
      <thead>
        <tr>
          <th scope="col">Claim</th>
          <th scope="col">First</th>
          <th scope="col">Second</th>
          <th scope="col">Difference</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} class={row.isDifferent ? "different" : undefined}>
            <th scope="row">
              <code>{row.name}</code>
              {row.part === "header" ? <span class="quiet"> header</span> : null}
            </th>
            <td data-label="First">
              <Value name={row.name} shown={row.first} now={now} />
            </td>
            <td data-label="Second">
              <Value name={row.name} shown={row.second} now={now} />
            </td>
            <td data-label="Difference">{row.difference}</td>
            <td data-label="Meaning" class="quiet">
              <span title={row.source}>{row.meaning ?? "Unregistered claim"}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value(props: {
  name: string;
  shown: ComparedValue | undefined;
  now: ReadonlySignal<number>;
}) {
  const { name, shown, now } = props;
  if (shown === undefined) return <div class="quiet">absent</div>;
  return (
    <div>
      <FoldedValue name={name} value={shown.value} />
      {shown.at === undefined ? null : <ClaimTime at={shown.at} now={now} />}
    </div>
  );
}

/** Says how many rows are missing, and shows more of them. */
function Rest(props: { listed: number; total: number; leftOut: number; onMore: () => void }) {
  const { listed, total, leftOut } = props;
  const rest = total - listed;
  if (rest === 0 && leftOut === 0) return null;
  return (
    <p class="actions quiet">
      <span>
        Showing {listed} of {total + leftOut}.
        {leftOut === 0 ? null : ` The last ${leftOut} cannot be listed.`}
      </span>
      {rest > 0 ? (
        <button type="button" class="button" onClick={props.onMore}>
          Show {Math.min(rest, moreCount)} more
        </button>
      ) : null}
    </p>
  );
}
