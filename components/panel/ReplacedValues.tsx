import { useState } from "preact/hooks";
import { plural } from "../../lib/encoding/plural.ts";
import { shorten } from "../../lib/encoding/shorten.ts";
import type { ReplacedValue } from "../../lib/redaction/kept/replaced-values.ts";
import { writeName } from "../../lib/models/write-visible.ts";
import { Secret } from "../shared/Secret.tsx";
import "./replaced-values.css";

/** The filter finds the others. */
const maxRows = 100;
const maxShown = 160;

/**
 * Lists the values that a file replaces, each beside its pseudonym, by kind. The user can keep
 * single values, except those with a secret's name.
 */
export function ReplacedValues(props: {
  values: readonly ReplacedValue[];
  kept: ReadonlySet<string>;
  onKeep: (value: string, isKept: boolean) => void;
}) {
  const { values } = props;
  const [query, setQuery] = useState("");
  if (values.length === 0) return null;
  const words = query.trim().toLowerCase();
  const found = values.filter(
    ({ value, pseudonym }) => value.toLowerCase().includes(words) || pseudonym.includes(words),
  );
  const kinds = [...new Set(values.map(({ kind }) => kind))];
  return (
    <section class="replaced-values" aria-label="Values to keep">
      <p class="quiet">
        Keep a value if a reader of the file needs it. A value with a secret's name is always
        replaced.
      </p>
      <label>
        Find a value{" "}
        <input
          type="search"
          spellcheck={false}
          autocomplete="off"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      {found.length === 0 ? <p>No value contains this text.</p> : null}
      {kinds.map((kind) => (
        <Kind
          {...props}
          key={kind}
          kind={kind}
          values={found.filter((value) => value.kind === kind)}
          isOpen={words !== ""}
        />
      ))}
    </section>
  );
}

function Kind(props: Parameters<typeof ReplacedValues>[0] & { kind: string; isOpen: boolean }) {
  const { values, kind } = props;
  const rest = values.length - maxRows;
  if (values.length === 0) return null;
  const places = values.reduce((sum, value) => sum + value.places, 0);
  return (
    <details open={props.isOpen}>
      <summary>
        {kind}: {plural(values.length, "value")} in {plural(places, "place")}
      </summary>
      <table aria-label={`Replaced values of the kind ${kind}`}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">In the file</th>
            <th scope="col">Places</th>
            <th scope="col">Keep</th>
          </tr>
        </thead>
        <tbody>
          {values.slice(0, maxRows).map((value) => (
            <Row
              key={value.pseudonym}
              value={value}
              isKept={props.kept.has(value.value)}
              onKeep={props.onKeep}
            />
          ))}
        </tbody>
      </table>
      {rest > 0 ? (
        <p class="quiet">{plural(rest, "more value")}: find them by their text.</p>
      ) : null}
    </details>
  );
}

function Row(props: {
  value: ReplacedValue;
  isKept: boolean;
  onKeep: (value: string, isKept: boolean) => void;
}) {
  const { value, isKept } = props;
  const shown = shorten(writeName(value.value), maxShown);
  return (
    <tr>
      <td>
        {value.isSecret ? <Secret name={value.pseudonym} value={shown} /> : <code>{shown}</code>}
      </td>
      <td>
        <code>{isKept ? shown : value.pseudonym}</code>
      </td>
      <td class="number">{value.places}</td>
      <td>
        {value.isSecret ? (
          "secret"
        ) : (
          <input
            type="checkbox"
            aria-label={`Keep ${shown}`}
            checked={isKept}
            onChange={(event) => props.onKeep(value.value, event.currentTarget.checked)}
          />
        )}
      </td>
    </tr>
  );
}
