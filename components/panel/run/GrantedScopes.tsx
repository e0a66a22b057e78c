import { compareScopes } from "../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../lib/models/runs/run-view.ts";

/** Compares the scopes that the tenant granted with those of the request. */
export function GrantedScopes({ run }: { run: RunView }) {
  const compared = compareScopes(run);
  if (compared === undefined) return null;
  const { requested, granted, missing, added } = compared;
  const rows = [
    ["Requested", requested],
    ["Granted", granted],
    ["Not granted", missing],
    ["Not requested", added],
  ] as const;
  return (
    <section aria-labelledby="scopes-heading">
      <h2 id="scopes-heading">Scopes</h2>
      <dl class="granted-scopes">
        {rows
          .filter(([name, scopes]) => scopes.length > 0 || name === "Granted")
          .map(([name, scopes]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{scopes.length === 0 ? "none" : <code>{scopes.join(" ")}</code>}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
