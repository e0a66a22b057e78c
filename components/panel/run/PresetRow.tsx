import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Preset } from "../../../lib/messages/preset.ts";
import type { PresetsModel } from "../../../lib/models/runs/presets-model.ts";
import type { RunDraft } from "../../../lib/runs/run-draft.ts";
import { TextField } from "../../shared/Field.tsx";
import { SavedRow, type SavedAction } from "./SavedRow.tsx";

type Model = InstanceType<typeof PresetsModel>;

interface RowProps {
  model: Model;
  preset: Preset;
  /** Returns the run of the form. */
  draft: () => RunDraft;
  /** Fills the form with a preset. */
  onUse: (draft: RunDraft) => void;
  /** Fills the form with a preset, and runs it. */
  onRun: (draft: RunDraft) => void;
  /** True while a run continues: one runs at a time. */
  isRunning: boolean;
  /** Returns the title of an operation. */
  titleOf: (operation: string) => string;
}

/** Shows one preset with its actions, or the form of its name. */
export function PresetRow(props: RowProps) {
  const { model, preset } = props;
  const { id, name, way, operation } = preset;
  const [isRenaming, setIsRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    // The focused button of the form is gone.
    if (wasRenaming.current && !isRenaming) {
      row.current?.querySelector<HTMLElement>("[data-action=Rename]")?.focus();
    }
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  if (isRenaming) {
    return (
      <li>
        <RenameForm model={model} preset={preset} onEnd={() => setIsRenaming(false)} />
      </li>
    );
  }
  const act = (label: string, run: () => unknown, title?: string): SavedAction => ({
    label,
    name: `${label} “${name}”`,
    act: run,
    ...(title === undefined ? {} : { title }),
  });
  const actions = [
    { ...act("Run", () => props.onRun(preset)), isDisabled: props.isRunning },
    act("Use", () => props.onUse(preset), "Fill in the form with this preset"),
    act("Replace", () => model.overwrite(id, props.draft()), "Replace this preset by the form"),
    act("Rename", () => setIsRenaming(true)),
    act("Export", () => model.exportFile(id)),
    act("Delete", () => model.remove(id)),
  ];
  return (
    <SavedRow id={id} row={row} actions={actions}>
      <strong>{name}</strong>
      <span class="quiet">
        {props.titleOf(operation)}, {way === "page" ? "in the inspected page" : "in the extension"}
      </span>
    </SavedRow>
  );
}

function RenameForm(props: { model: Model; preset: Preset; onEnd: () => void }) {
  const { model, preset, onEnd } = props;
  const [name, setName] = useState(preset.name);
  const form = useRef<HTMLFormElement>(null);
  const leave = useRef(onEnd);
  leave.current = onEnd;
  useLayoutEffect(() => {
    const input = form.current?.querySelector("input");
    input?.focus();
    input?.select();
    const leaveOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      // Escape would also open the console below the panel.
      event.preventDefault();
      event.stopPropagation();
      leave.current();
    };
    const listening = form.current;
    listening?.addEventListener("keydown", leaveOnEscape);
    return () => listening?.removeEventListener("keydown", leaveOnEscape);
  }, []);
  const rename = async () => {
    if (await model.rename(preset.id, name)) onEnd();
  };
  return (
    <form
      ref={form}
      class="saved-name"
      aria-label={`Rename “${preset.name}”`}
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
    >
      <TextField label="New name" value={name} onInput={setName} />
      <button type="submit" class="button">
        Rename
      </button>
      <button type="button" class="button" onClick={onEnd}>
        Cancel
      </button>
    </form>
  );
}
