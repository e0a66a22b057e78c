import { dropSecrets } from "../../runs/drop-secrets.ts";
import type { Operation, Values } from "../../runs/operation.ts";
import { parseParameterLines } from "../../runs/parameter-lines.ts";

/** The entries of a form. */
interface Entries {
  values: Values;
  /** Parameters to add, one `name=value` per line. */
  parameters: string;
}

/** Removes the secrets of a form, and returns the labels of what was removed. */
export function dropFormSecrets(
  operation: Operation,
  { values, parameters }: Entries,
): Entries & { labels: readonly string[] } {
  const empty = { operation: operation.id, way: "extension", order: [] } as const;
  const { draft, dropped } = dropSecrets(operation, { ...empty, values, parameters: [] });
  const labels = dropped.map(
    (name) => operation.fields.find((field) => field.name === name)?.label ?? name,
  );
  const lines = parameters.split("\n").filter((line) => {
    const parsed = parseParameterLines(line);
    // A line that is no parameter yet can have a secret too: it is read as the value of one.
    const pairs = parsed.ok ? parsed.pairs : [["Additional parameters", line] as const];
    const secrets = dropSecrets(operation, { ...empty, values: {}, parameters: pairs }).dropped;
    labels.push(...secrets);
    return secrets.length === 0;
  });
  return { values: draft.values, parameters: lines.join("\n"), labels: [...new Set(labels)] };
}
