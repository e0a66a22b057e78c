import { thingsToTry } from "../../lib/models/sandbox/things-to-try.ts";
import type { TryListModel } from "../../lib/models/sandbox/try-list-model.ts";
import { Notice } from "../shared/Notice.tsx";

/** Lists what a user can try with the sandbox, each with what to look at. */
export function ThingsToTry({ model }: { model: InstanceType<typeof TryListModel> }) {
  const outcome = model.outcome.value;
  return (
    <section class="things-to-try" aria-labelledby="things-to-try">
      <h2 id="things-to-try">Things to try</h2>
      <ul>
        {thingsToTry.map((thing) => {
          const state = outcome?.id === thing.id ? outcome.state : undefined;
          return (
            <li key={thing.id}>
              <button
                type="button"
                class="button"
                aria-disabled={state === "running"}
                aria-describedby={`look-${thing.id}`}
                onClick={() => void model.run(thing)}
              >
                {thing.title}
              </button>
              <span class="quiet" id={`look-${thing.id}`}>
                {thing.look}
              </span>
              {state === "done" ? <Notice severity="good" title="Done." /> : null}
              {state === "refused" ? (
                <Notice severity="error" help="sandbox" title="The sandbox refused it.">
                  <span>Select “Put everything back”, then try again.</span>
                </Notice>
              ) : null}
              {state === "removed" ? (
                <Notice severity="error" help="sandbox" title="This sandbox was removed.">
                  <span>
                    Close this page; to begin with a new sandbox, choose “Try the sandbox”.
                  </span>
                </Notice>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
