import { useEffect } from "preact/hooks";
import {
  dropSignature,
  type ReadingForm,
  type ReadingModel,
} from "../../../../lib/models/tokens/reading-model.ts";
import type { ClaimRow } from "../../../../lib/models/tokens/claim-rows.ts";
import type { JsonObject } from "../../../../lib/encoding/json.ts";
import type { DecodedToken } from "../../../../lib/tokens/decode-token.ts";
import type { ExplainedScope } from "../../../../lib/models/tokens/explain-scopes.ts";
import { CopyButton } from "../../../shared/CopyButton.tsx";
import { JsonTree } from "../../JsonTree.tsx";
import { ScopeList } from "../../../shared/ScopeList.tsx";
import { ClaimTable } from "./ClaimTable.tsx";
import { LifeBar } from "./LifeBar.tsx";
import "./reading.css";

const forms: readonly { form: ReadingForm; label: string }[] = [
  { form: "table", label: "Table" },
  { form: "tree", label: "JSON" },
];

/**
 * Shows the claims and the header of the decoded token, as an explained table or as a JSON tree. Of
 * an encrypted token, only the header is readable.
 */
export function Reading({ model }: { model: InstanceType<typeof ReadingModel> }) {
  const header = model.header.value;
  const token = model.token.value;
  const isShown = header !== undefined;
  useEffect(() => (isShown ? model.follow() : undefined), [model, isShown]);
  if (header === undefined) return null;
  return (
    // The report is a live region. Do not announce each second and each opened branch.
    <div class="reading" aria-live="off">
      {token === undefined ? (
        <FormSwitch model={model} />
      ) : (
        <>
          <Claims model={model} token={token} />
          <Scopes title="Scopes" scopes={model.scopes.value} />
          <Scopes title="Permissions" scopes={model.permissions.value} />
        </>
      )}
      <details class="token-header" open>
        <summary>
          <h2 id="header-heading">Header ({countMembers(header)})</h2>
        </summary>
        <Members model={model} label="Header" rows={model.headerRows.value} value={header} />
      </details>
      {token === undefined ? null : <LifeBar life={model.life} />}
    </div>
  );
}

function countMembers(object: JsonObject): string {
  return Object.keys(object).length.toLocaleString("en");
}

function Claims(props: { model: InstanceType<typeof ReadingModel>; token: DecodedToken }) {
  const { model, token } = props;
  return (
    <section aria-labelledby="claims-heading">
      <div class="reading-head">
        <h2 id="claims-heading">Claims ({countMembers(token.payload)})</h2>
        <FormSwitch model={model} />
      </div>
      <div class="actions">
        {/* The tree has a button for everything. */}
        {model.form.value === "tree" ? null : (
          <CopyButton
            name="all claims as JSON"
            isNamed
            text={() => JSON.stringify(token.payload, null, 2)}
          />
        )}
        <CopyButton name="token without signature" isNamed text={() => dropSignature(token)} />
      </div>
      <Members model={model} label="Claims" rows={model.claimRows.value} value={token.payload} />
    </section>
  );
}

function Scopes(props: { title: string; scopes: readonly ExplainedScope[] }) {
  const { title, scopes } = props;
  if (scopes.length === 0) return null;
  return (
    <details>
      <summary>
        <h2>
          {title} ({scopes.length})
        </h2>
      </summary>
      <ScopeList scopes={scopes} />
    </details>
  );
}

/** Switches between the table and the tree, for claims and header. */
function FormSwitch({ model }: { model: InstanceType<typeof ReadingModel> }) {
  return (
    <div class="form-switch" role="group" aria-label="Show claims and header as">
      {forms.map(({ form, label }) => (
        <button
          key={form}
          type="button"
          class="button"
          aria-pressed={model.form.value === form}
          onClick={() => model.show(form)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Members(props: {
  model: InstanceType<typeof ReadingModel>;
  label: "Claims" | "Header";
  rows: readonly ClaimRow[];
  value: object;
}) {
  const { label, value } = props;
  if (props.model.form.value === "tree") {
    return <JsonTree label={`${label} as JSON`} value={value} copied={value} />;
  }
  return (
    <ClaimTable
      labelledBy={`${label.toLowerCase()}-heading`}
      rows={props.rows}
      now={props.model.now}
    />
  );
}
