import { useId } from "preact/hooks";
import type { Field as FieldOfOperation, TokenKind } from "../../../lib/runs/operation.ts";
import { SelectField, TextAreaField, TextField } from "../../shared/Field.tsx";

/** A token of an earlier run, offered to a field. */
export interface OfferedToken {
  id: string;
  label: string;
  token: string;
}

/** Returns the tokens of one kind, the newest first. */
export type FindOffers = (kind: TokenKind) => readonly OfferedToken[];

/** Shows the control of one field of an operation. */
export function OperationField(props: {
  field: FieldOfOperation;
  value: string;
  problem: string | undefined;
  /** The text of the empty control; it names the default. */
  placeholder: string;
  offers: readonly OfferedToken[];
  onInput: (value: string) => void;
}) {
  const { field, value, problem, placeholder, offers, onInput } = props;
  const { name, label, kind, choices = [], hint } = field;
  const shared = {
    label: field.isRequired === true || kind !== "token" ? label : `${label} (optional)`,
    value,
    problem,
    ...(hint === undefined ? {} : { hint }),
  };
  switch (kind) {
    case "choice":
      return <SelectField {...shared} options={choices} onChange={onInput} />;
    case "flag":
      return <FlagField {...shared} onInput={onInput} />;
    case "lines":
    case "json":
      return (
        <div class={kind === "json" ? "wide mono-field" : "wide"}>
          <TextAreaField {...shared} name={name} placeholder={placeholder} onInput={onInput} />
        </div>
      );
    case "token":
      return (
        <div class="token-field">
          <TextField {...shared} name={name} secret placeholder={placeholder} onInput={onInput} />
          <Offers label={label} value={value} offers={offers} onInput={onInput} />
        </div>
      );
    case "text":
    case "secret":
      return (
        <TextField
          {...shared}
          name={name}
          secret={kind === "secret"}
          placeholder={placeholder}
          onInput={onInput}
        />
      );
  }
}

function FlagField(props: {
  label: string;
  value: string;
  hint?: string;
  problem: string | undefined;
  onInput: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <div class="flag-field">
        <input
          type="checkbox"
          id={id}
          checked={props.value === "true"}
          aria-invalid={props.problem !== undefined}
          aria-describedby={`${id}-words`}
          onChange={(event) => props.onInput(event.currentTarget.checked ? "true" : "")}
        />
        <label for={id}>{props.label}</label>
      </div>
      <div id={`${id}-words`} aria-live="polite">
        {props.problem === undefined ? null : <div class="problem">{props.problem}</div>}
        {props.hint === undefined ? null : <div class="hint">{props.hint}</div>}
      </div>
    </div>
  );
}

/** Offers the tokens of earlier runs. */
function Offers(props: {
  label: string;
  value: string;
  offers: readonly OfferedToken[];
  onInput: (value: string) => void;
}) {
  const { label, value, offers, onInput } = props;
  if (offers.length === 0) return null;
  const chosen = offers.find(({ token }) => token === value);
  return (
    <select
      class="token-offers"
      aria-label={`${label}: tokens of earlier runs`}
      value={chosen?.id ?? ""}
      onChange={(event) => {
        const offer = offers.find(({ id }) => id === event.currentTarget.value);
        onInput(offer?.token ?? "");
      }}
    >
      <option value="">From an earlier run…</option>
      {offers.map((offer) => (
        <option key={offer.id} value={offer.id}>
          {offer.label}
        </option>
      ))}
    </select>
  );
}
