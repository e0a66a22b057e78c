import type { Operation } from "../../../lib/runs/operation.ts";
import { Field } from "../../shared/Field.tsx";

/**
 * Shows the operations by group. A native list takes one line at any width, and finds an operation
 * while the user types its name.
 */
export function OperationSelect(props: {
  operations: readonly Operation[];
  selected: Operation;
  /** Returns why the tenant's server does not have an operation. */
  explain: (operation: Operation) => string | undefined;
  onChoose: (id: string) => void;
}) {
  const { operations, selected, explain, onChoose } = props;
  const groups = [...new Set(operations.map(({ group }) => group))];
  return (
    <Field
      label="Operation"
      hint={selected.summary}
      control={(bound) => (
        <select
          {...bound}
          value={selected.id}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {operations
                .filter((operation) => operation.group === group)
                .map((operation) => (
                  <option key={operation.id} value={operation.id}>
                    {operation.title}
                    {explain(operation) === undefined ? "" : " (not available)"}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    />
  );
}
