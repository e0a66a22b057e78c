import { useState } from "preact/hooks";
import type { AddressModel } from "../../../lib/models/runs/address-model.ts";
import type { PresetsModel } from "../../../lib/models/runs/presets-model.ts";
import type { AddressReading } from "../../../lib/runs/read-address.ts";
import type { RunSetting } from "../../../lib/runs/operation.ts";
import type { RunDraft } from "../../../lib/runs/run-draft.ts";
import { TextAreaField, TextField } from "../../shared/Field.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { PresetsNotice } from "./PresetsNotice.tsx";
import "./saved-runs.css";

interface AddressProps {
  model: InstanceType<typeof AddressModel>;
  presets: InstanceType<typeof PresetsModel>;
  setting: RunSetting;
  /** Fills the form. */
  onUse: (draft: RunDraft) => void;
}

/** Turns a pasted authorization URL into a run or a preset. */
export function PastedAddress(props: AddressProps) {
  const { model, presets, setting } = props;
  const reading = model.read(setting);
  return (
    <section class="saved-runs" aria-label="Authorization URL">
      <TextAreaField
        label="Authorization URL"
        value={model.text.value}
        placeholder={`${setting.origin}/authorize?client_id=…`}
        hint="Paste the URL of a login request of your application."
        problem={reading?.ok === false ? reading.problem : undefined}
        onInput={model.set}
      />
      {reading?.ok === true ? (
        <>
          {reading.notes.length === 0 ? null : (
            <Notice
              severity={reading.foreignOrigin === undefined ? "note" : "warning"}
              help="run-that-fails"
            >
              {reading.notes.map((note) => (
                <span key={note}>{note}</span>
              ))}
            </Notice>
          )}
          <UrlRunForm key={model.text.value} {...props} reading={reading} />
        </>
      ) : null}
      <PresetsNotice model={presets} />
    </section>
  );
}

/** Fills the form with the run of a URL, or saves the run as a preset with a free name. */
function UrlRunForm(props: AddressProps & { reading: Extract<AddressReading, { ok: true }> }) {
  const { presets, reading } = props;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const name = typed ?? presets.suggestName.value(reading.name);
  const save = async () => {
    if (await presets.save(name, reading.draft)) setTyped(undefined);
  };
  return (
    <form
      class="saved-name"
      aria-label="New preset from the URL"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField label="Name of the preset" value={name} onInput={setTyped} />
      <button type="submit" class="button">
        Save as preset
      </button>
      <button type="button" class="button" onClick={() => props.onUse(reading.draft)}>
        Fill in the form
      </button>
    </form>
  );
}
