import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConfirmationModel, OpenQuestion } from "../../../lib/models/confirmation-model.ts";
import { TextField } from "../../shared/Field.tsx";
import "./confirmation.css";

/**
 * Asks for a confirmation before a change, in a modal dialog. The popup renders it once, for all
 * changes.
 */
export function Confirmation({ model }: { model: InstanceType<typeof ConfirmationModel> }) {
  const open = model.open.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = open !== undefined;
  // `showModal` and `close` return the focus to the element that had it before.
  useLayoutEffect(() => {
    if (!isOpen) {
      dialog.current?.close();
      return;
    }
    dialog.current?.showModal();
    // Do not focus the submit button: a hasty Enter must not confirm an action that cannot be
    // undone.
    dialog.current?.querySelector<HTMLElement>("input, button[type=button]")?.focus();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      class="confirmation"
      aria-labelledby="confirmation-title"
      onCancel={(event) => {
        event.preventDefault();
        model.cancel();
      }}
    >
      {open === undefined ? null : <Question model={model} open={open} />}
    </dialog>
  );
}

function Question(props: { model: InstanceType<typeof ConfirmationModel>; open: OpenQuestion }) {
  const { model, open } = props;
  return (
    <form
      aria-label="Confirmation"
      onSubmit={(event) => {
        event.preventDefault();
        model.confirm();
      }}
    >
      <h2 id="confirmation-title">{open.title}</h2>
      {open.consequence === undefined ? null : <p>{open.consequence}</p>}
      {open.tenant.isReadOnly ? (
        <>
          <p>
            <b>{open.tenant.name}</b> is read-only. Type its name to confirm the change.
          </p>
          <TextField
            label="Tenant name"
            value={open.typed}
            problem={open.problem}
            onInput={model.type}
          />
        </>
      ) : null}
      <div class="actions">
        <button type="submit" class={open.isFinal === true ? "button danger" : "button primary"}>
          {open.button}
        </button>
        <button type="button" class="button" onClick={model.cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
