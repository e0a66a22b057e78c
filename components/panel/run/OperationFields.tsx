import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { Allowance } from "../../../lib/runs/list-allowances.ts";
import type { RunModel } from "../../../lib/models/runs/run-model.ts";
import type { Field } from "../../../lib/runs/operation.ts";
import { TextAreaField } from "../../shared/Field.tsx";
import { OperationField, type FindOffers } from "./OperationField.tsx";

type Model = InstanceType<typeof RunModel>;

/** Shows the controls of an operation, and folds those that most runs do not need. */
export function OperationFields(props: {
  model: Model;
  tenant: Tenant;
  allowances: readonly Allowance[];
  findOffers: FindOffers;
}) {
  const { model, tenant, allowances, findOffers } = props;
  const operation = model.operation.value;
  const { allowsExtraParameters, fields } = operation;
  const show = (field: Field) => (
    <OperationField
      key={`${operation.id} ${field.name}`}
      field={field}
      value={model.values.value[field.name] ?? ""}
      problem={model.problems.value[field.name]}
      placeholder={findDefault(field, tenant, allowances)}
      offers={field.token === undefined ? [] : findOffers(field.token)}
      onInput={(value) => model.set(field.name, value)}
    />
  );
  const folded = fields.filter(({ isAdvanced }) => isAdvanced === true);
  return (
    <>
      {fields.filter(({ isAdvanced }) => isAdvanced !== true).map(show)}
      {folded.length === 0 && !allowsExtraParameters ? null : (
        <details class="wide" key={operation.id}>
          <summary>More parameters{countSet(model, folded)}</summary>
          <div class="more-fields">
            {folded.map(show)}
            {allowsExtraParameters ? (
              <div class="wide">
                <TextAreaField
                  label="Additional parameters"
                  value={model.parameters.value}
                  problem={model.problems.value["parameters"]}
                  placeholder="name=value, one on each line"
                  onInput={model.setParameters}
                />
                <ParameterOrder model={model} />
              </div>
            ) : null}
          </div>
        </details>
      )}
    </>
  );
}

/** Shows the order that a preset or a pasted URL has set. */
function ParameterOrder({ model }: { model: Model }) {
  const order = model.order.value;
  if (order.length === 0) return null;
  return (
    <div class="parameter-order">
      <p id="parameter-order">Sent in this order:</p>
      <ol aria-labelledby="parameter-order">
        {order.map((name, at) => (
          // Names repeat, and the list never changes in part.
          <li key={at}>
            <code>{name}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Counts the folded values that are set, so that none is sent unnoticed. */
function countSet(model: Model, folded: readonly Field[]): string {
  const values = model.values.value;
  const set = folded.filter(
    ({ name, choices, initial }) => (values[name] ?? "") !== (initial ?? choices?.[0]?.value ?? ""),
  ).length;
  const lines = model.parameters.value.split("\n").filter((line) => line.trim() !== "").length;
  const count = set + lines + (model.order.value.length === 0 ? 0 : 1);
  return count === 0 ? "" : ` (${count} set)`;
}

/** Returns the value that an empty field stands for. */
function findDefault(field: Field, tenant: Tenant, allowances: readonly Allowance[]): string {
  const find = (searched: Allowance["list"]) =>
    allowances.find(({ list }) => list === searched)?.address;
  const defaults: Readonly<Record<string, string | undefined>> = {
    clientID: tenant.clientId || "none in the options",
    redirectUri: find("Allowed callback URLs"),
    returnTo: find("Allowed logout URLs"),
  };
  return defaults[field.name] ?? field.placeholder ?? "";
}
