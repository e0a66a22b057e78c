import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { LazyPart } from "../../../lib/models/lazy-part.ts";
import type { RunDraft } from "../../../lib/runs/run-draft.ts";
import { LazyView } from "../LazyView.tsx";
import { focusStart } from "./RunForm.tsx";
import type { RunModels, SavedViews } from "./run-models.ts";
import { addressPartId } from "./saved-row.ts";
import "./saved-runs.css";

/** Shows presets, earlier runs and a pasted URL. One of the three is open at a time. */
export function SavedRuns(props: { models: RunModels; tenant: Tenant; onReload: () => void }) {
  const { models, tenant, onReload } = props;
  const { run: model, presets, history, views } = models;
  const setting = model.addressSetting.value(tenant);
  const titleOf = (id: string) =>
    model.operations.value.find((operation) => operation.id === id)?.title ?? id;
  const use = (draft: RunDraft) => {
    model.take(draft);
    focusStart();
  };
  const run = (draft: RunDraft) => {
    use(draft);
    if (canStart(model, tenant)) void model.start(tenant);
  };
  const open = () => presets.dismissNotice();
  const load = () => views.saved.preload();
  const shared = { part: views.saved, onReload };
  return (
    <div class="saved" onPointerEnter={load} onFocusIn={load}>
      <Part {...shared} title={`Presets${writeCount(presets.presets.value.length)}`} onOpen={open}>
        {({ Presets }) => (
          <Presets
            model={presets}
            draft={model.draft}
            titleOf={titleOf}
            onUse={use}
            onRun={run}
            onPaste={openAddress}
            isRunning={model.isRunning.value}
          />
        )}
      </Part>
      <Part {...shared} title={`History${writeCount(history.runs.value.length)}`}>
        {({ History }) => (
          <History
            model={history}
            titleOf={titleOf}
            onEdit={use}
            onForm={focusStart}
            onRun={run}
            isRunning={model.isRunning.value}
          />
        )}
      </Part>
      <Part {...shared} id={addressPartId} title="From a URL" onOpen={open}>
        {({ PastedAddress, address }) => (
          <PastedAddress model={address} presets={presets} setting={setting} onUse={use} />
        )}
      </Part>
    </div>
  );
}

/** Returns false if the form has to explain or to ask something before the run. */
function canStart(model: RunModels["run"], tenant: Tenant): boolean {
  const operation = model.operation.peek();
  const isBlocked =
    operation.unavailable?.[model.way.peek()] !== undefined ||
    model.explainAbsence.peek()(tenant, operation) !== undefined;
  // A change of a read-only tenant asks for its name.
  return !isBlocked && !(tenant.isReadOnly && operation.isChange === true);
}

/** Opens the part with a pasted URL, and moves to its field. */
function openAddress(): void {
  const part = document.getElementById(addressPartId);
  if (!(part instanceof HTMLDetailsElement)) return;
  part.open = true;
  part.querySelector("summary")?.focus();
}

/** Shows a title, and its content while it is open. */
function Part(props: {
  id?: string;
  title: string;
  part: LazyPart<SavedViews>;
  onOpen?: () => void;
  onReload: () => void;
  children: (views: SavedViews) => JSX.Element;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      id={props.id}
      name="saved-runs"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) props.onOpen?.();
      }}
    >
      <summary>{props.title}</summary>
      {isOpen ? (
        <LazyView what="this list" part={props.part} onReload={props.onReload}>
          {props.children}
        </LazyView>
      ) : null}
    </details>
  );
}

function writeCount(count: number): string {
  return count === 0 ? "" : ` (${count})`;
}
