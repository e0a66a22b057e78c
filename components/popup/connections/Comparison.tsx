import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { ChosenDifference } from "../../../lib/models/connections/connection-conflict-model.ts";
import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import { Notice } from "../../shared/Notice.tsx";
import { showJson } from "./Changes.tsx";

type Model = InstanceType<typeof ConnectionProfilesModel>;

const kinds = {
  mine: "Only you changed it.",
  theirs: "Only the other version changed it; it is taken over.",
  same: "Both came to the same.",
  joined: "Both changed the features; yours and theirs are joined.",
  conflict: "Both changed it. Choose.",
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
        Two versions
      </h3>
      <Notice severity="warning" title="Somebody else changed this profile meanwhile.">
        <span>Nothing was sent, and what you entered is kept. Choose what is to stand.</span>
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
          Go on with this
        </button>
        <button type="button" class="button" onClick={model.takeTheirs}>
          Drop mine
        </button>
        <button type="button" class="button" onClick={change.backToInput}>
          Back
        </button>
        <span class="quiet" aria-live="polite">
          {isDecided ? "You see what will be sent next." : "Choose where both changed it."}
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
    { side: "mine", label: kind === "joined" ? "Mine and theirs" : "Mine", value: mine },
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
