import {
  hideSecretsOf,
  isSecretOfError,
  isSecretOfResult,
} from "../../../lib/models/runs/describe-run.ts";
import type { JsonValue } from "../../../lib/encoding/json.ts";
import type { CallError } from "../../../lib/runs/call.ts";
import type { Operation } from "../../../lib/runs/operation.ts";
import { JsonTree } from "../JsonTree.tsx";

/** Shows a result exactly as the promise or the callback got it. */
export function ResultTree(props: { operation: Operation; result: JsonValue }) {
  const { operation, result } = props;
  if (result === null) {
    if (operation.leavesFor !== undefined) return null;
    return <p class="quiet">The call returned no value.</p>;
  }
  return (
    <section aria-labelledby="result-heading">
      <h2 id="result-heading">Result</h2>
      <JsonTree
        label="Result as JSON"
        value={result}
        copied={hideSecretsOf(result, isSecretOfResult)}
        isSecret={isSecretOfResult}
      />
    </section>
  );
}

/** Shows the members of an error. */
export function ErrorTree({ error: { members } }: { error: CallError }) {
  if (Object.keys(members).length === 0) return null;
  return (
    <section aria-labelledby="error-heading">
      <h2 id="error-heading">Error</h2>
      <JsonTree
        label="Error as JSON"
        value={members}
        copied={hideSecretsOf(members, isSecretOfError)}
        isSecret={isSecretOfError}
      />
    </section>
  );
}
