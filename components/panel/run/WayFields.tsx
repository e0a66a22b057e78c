import { useId } from "preact/hooks";
import type { ReadPlace } from "../../../lib/models/runs/run-places.ts";
import type { Way } from "../../../lib/runs/operation.ts";

const ways = [
  { value: "extension", label: "In the extension" },
  { value: "page", label: "In the inspected page" },
] as const;

/** Shows the choice of the place of a run. A way that does not work is listed with its reason. */
export function WayFields(props: {
  way: Way;
  unavailable: Readonly<Partial<Record<Way, string>>>;
  /** The chosen place, with its problem or warning; undefined before it is read. */
  place: ReadPlace | undefined;
  onChange: (way: Way) => void;
}) {
  const { way, unavailable, place, onChange } = props;
  const isKnown = place !== undefined && unavailable[way] === undefined;
  const problem = isKnown && "problem" in place ? place.problem : undefined;
  const warning = isKnown && "warning" in place ? place.warning : undefined;
  const id = useId();
  return (
    <fieldset class="run-ways">
      <legend>Run it</legend>
      {ways.map(({ value, label }) => (
        <div key={value} class="run-way">
          <label>
            <input
              type="radio"
              name={`${id}-way`}
              value={value}
              checked={way === value}
              disabled={unavailable[value] !== undefined}
              aria-describedby={`${id}-${value}`}
              onChange={() => onChange(value)}
            />{" "}
            {label}
          </label>
          <div id={`${id}-${value}`} class="hint">
            {unavailable[value] === undefined ? null : `Not available: ${unavailable[value]}`}
          </div>
        </div>
      ))}
      <div class="run-place" aria-live="polite">
        {problem === undefined ? null : <div class="problem">{problem}</div>}
        {warning === undefined ? null : <div class="warning">{warning}</div>}
      </div>
    </fieldset>
  );
}
