import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { ChosenDifference } from "../../../lib/models/connections/connection-conflict-model.ts";
import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import { Notice } from "../../shared/Notice.tsx";
import { showJson } from "./Changes.tsx";

type Model = InstanceType<typeof ConnectionProfilesModel>;

const kinds = {
  mine: "Changed only by you.",
  theirs: "Changed only by someone else; that change is kept.",
  same: "The same change in both versions.",
  joined: "Changed in both versions; the features are merged.",
  conflict: "Conflict: changed in both versions. Choose a value.",
} as const;

/** Compares the edit with the version of another administrator; each difference offers a choice. */
export function Comparison({ model }: { model: Model }) {
  const { conflict, change } = model;
  const differences = conflict.differences.value;
  const isDecided = conflict.isDecided.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <form
      class="comparison"
      aria-label="Comparison"
      onSubmit={(event) => {
        event.preventDefault();
        change.resolve();
      }}
    >
      <h3 tabIndex={-1} ref={heading}>
        Resolve conflicts
      </h3>
      <Notice
        severity="warning"
        help="changed-by-somebody-else"
        title="Someone else changed this profile."
      >
        <span>Nothing was sent, and your input is kept. Choose which values to keep.</span>
      </Notice>
      {differences.map((difference) => (
        <Difference
          key={difference.key}
          difference={difference}
          onChoose={(side) => conflict.choose(difference.key, side)}
        />
      ))}
      <div class="actions send">
        <button type="submit" class="button primary" disabled={!isDecided}>
          Continue
        </button>
        <button type="button" class="button" onClick={model.takeTheirs}>
          Discard my changes
        </button>
        <button type="button" class="button" onClick={change.backToInput}>
          Back
        </button>
        <span class="quiet" aria-live="polite">
          {isDecided ? "Next: review the changes." : "Resolve all conflicts to continue."}
        </span>
      </div>
    </form>
  );
}

function Difference(props: {
  difference: ChosenDifference;
  onChoose: (side: "mine" | "theirs") => void;
}) {
  const { difference, onChoose } = props;
  const group = useId();
  const { path, kind, choice, isOpenToChoice, base, mine, theirs } = difference;
  const sides = [
    { side: "mine", label: kind === "joined" ? "Merged" : "Mine", value: mine },
    { side: "theirs", label: "Theirs", value: theirs },
  ] as const;
  return (
    <fieldset class={`difference ${kind}`}>
      <legend>
        <code>{path.join(".")}</code>
      </legend>
      <p class={kind === "conflict" ? "problem" : "quiet"}>{kinds[kind]}</p>
      <dl>
        {sides.map(({ side, label, value }) => (
          <div key={side}>
            <dt>
              {isOpenToChoice ? (
                <label>
                  <input
                    type="radio"
                    name={group}
                    checked={choice === side}
                    onChange={() => onChoose(side)}
                  />{" "}
                  {label}
                </label>
              ) : (
                label
              )}
            </dt>
            <dd>
              <code>{showJson(value)}</code>
            </dd>
          </div>
        ))}
        <div>
          <dt class="quiet">Before</dt>
          <dd>
            <code>{showJson(base)}</code>
          </dd>
        </div>
      </dl>
    </fieldset>
  );
}
