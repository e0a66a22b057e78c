import { useLayoutEffect, useState } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { Operation } from "../../../lib/runs/operation.ts";
import { TextField } from "../../shared/Field.tsx";

/** Asks for the name of a read-only tenant before a run that changes its data. */
export function useReadOnlyGuard({ id, isChange }: Operation, tenant: Tenant) {
  const [typed, setTyped] = useState({ name: "", isRefused: false });
  const subject = `${id} ${tenant.id}`;
  // Another operation or tenant asks again.
  useLayoutEffect(() => setTyped({ name: "", isRefused: false }), [subject]);
  if (isChange !== true || !tenant.isReadOnly)
    return { problems: {}, confirm: () => true, field: null };
  const problem = typed.isRefused
    ? `${tenant.name} is read-only. Type its name to run this.`
    : undefined;
  return {
    problems: problem === undefined ? {} : { tenantName: problem },
    confirm() {
      const isConfirmed = typed.name.trim() === tenant.name;
      setTyped({ name: isConfirmed ? "" : typed.name, isRefused: !isConfirmed });
      return isConfirmed;
    },
    field: (
      <div class="wide">
        <TextField
          label="Tenant name"
          value={typed.name}
          problem={problem}
          hint={`${tenant.name} is read-only. Type its name to confirm the change.`}
          onInput={(name) => setTyped({ name, isRefused: false })}
        />
      </div>
    ),
  };
}
