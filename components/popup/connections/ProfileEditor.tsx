import { useLayoutEffect, useRef } from "preact/hooks";
import { plural } from "../../../lib/encoding/plural.ts";
import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import type { SinceView } from "../../shared/EventsSince.tsx";
import { focusFirst } from "../../shared/focus-first.ts";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { TabPanel, Tabs } from "../../shared/Tabs.tsx";
import { ChangeOutcome } from "./ChangeOutcome.tsx";
import { ChangeReview } from "./ChangeReview.tsx";
import { Comparison } from "./Comparison.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { RawEditor } from "./RawEditor.tsx";

type Model = InstanceType<typeof ConnectionProfilesModel>;

/** Shows one connection profile: its input, the review, and the outcome. */
export function ProfileEditor({ model, Since }: { model: Model; Since: SinceView }) {
  const { change, editor } = model;
  const state = change.state.value;
  const base = editor.base.value;
  const isBusy = change.isBusy.value;
  const section = useRef<HTMLElement>(null);
  const isReviewing =
    state.kind === "reviewing" || state.kind === "confirming" || state.kind === "sending";
  const isEntry = !isReviewing && state.kind !== "comparing" && state.kind !== "lost";
  // The pressed row or button is removed, so the focus goes to the heading of the new content.
  useLayoutEffect(() => focusFirst(section.current, "#profile-heading"), [isEntry]);
  if (base === undefined) return null;
  return (
    <section class="profile-editor" aria-labelledby="profile-heading" ref={section}>
      <div class="bar">
        <button type="button" class="button link" disabled={isBusy} onClick={model.leave}>
          ← All profiles
        </button>
        <UndoButton model={model} />
      </div>
      <h2 id="profile-heading" tabIndex={-1}>
        {base.name ?? base.id}
      </h2>
      <p class="id">
        <code>{base.id}</code> <CopyButton name="the profile ID" text={base.id} />
      </p>
      <ChangeOutcome model={model} Since={Since} />
      {state.kind === "comparing" ? <Comparison model={model} /> : null}
      {isReviewing ? <ChangeReview model={model} /> : null}
      {isEntry ? <Entry model={model} /> : null}
    </section>
  );
}

/** Shows the input, in the form or as JSON. */
function Entry({ model }: { model: Model }) {
  const { change, editor } = model;
  const state = change.state.value;
  const view = editor.view.value;
  const viewProblem = editor.viewProblem.value;
  const isGone = state.kind === "gone";
  const canReview = editor.canReview.value && !isGone;
  const isDirty = editor.isDirty.value;
  return (
    <form
      aria-label="Connection profile"
      onSubmit={(event) => {
        event.preventDefault();
        change.review();
      }}
    >
      <Tabs
        label="Editor"
        selected={view}
        onSelect={editor.show}
        tabs={[
          { name: "form", title: "Form" },
          { name: "raw", title: "JSON" },
        ]}
      />
      <TabPanel name={view}>
        {viewProblem === undefined ? null : (
          <Notice severity="error" help="request-refused">
            <span>{viewProblem}</span>
          </Notice>
        )}
        {view === "form" ? <ProfileForm model={model} /> : <RawEditor editor={editor} />}
      </TabPanel>
      <div class="actions send">
        <button type="submit" class="button primary" disabled={!canReview}>
          Review changes
        </button>
        {isDirty ? (
          <button type="button" class="button" onClick={model.discard}>
            {isGone ? "Discard my changes" : "Discard"}
          </button>
        ) : null}
        <span class="quiet" aria-live="polite">
          {describeEntry(model)}
        </span>
      </div>
    </form>
  );
}

/** Reverts the newest change since the popup was opened. */
function UndoButton({ model }: { model: Model }) {
  const { change } = model;
  const last = change.lastSent.value;
  const canUndo = change.canUndo.value;
  const isDirty = model.editor.isDirty.value;
  if (last === undefined || Object.keys(last.undo.patch).length === 0) return null;
  const label = last.isUndo ? "Redo" : "Undo";
  return (
    <span class="undo">
      <span class="quiet">
        {last.isUndo ? "Undone" : "Updated"} at <Moment at={last.at} style="time" />
      </span>
      <button
        type="button"
        class="button"
        disabled={!canUndo}
        title={isDirty ? "Send or discard your changes first." : undefined}
        onClick={() => void model.undo()}
      >
        {label}
      </button>
    </span>
  );
}

function describeEntry({ change, editor }: Model): string {
  const state = change.state.value;
  const count = editor.changes.value.length;
  const canReview = editor.canReview.value;
  if (state.kind === "gone") return "The profile was deleted, so nothing can be sent.";
  if (count === 0 && !editor.isDirty.value) return "No changes";
  if (!canReview) return "Fix the marked errors first.";
  return plural(count, "change");
}
