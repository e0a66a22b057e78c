import { useEffect } from "preact/hooks";
import type { ProfileChange } from "../../lib/management/diff-connection-profile.ts";
import type { ConnectionFormModel } from "../../lib/models/connection-form-model.ts";
import { EmptyState } from "../shared/EmptyState.tsx";
import { FailureNotice } from "../shared/FailureNotice.tsx";
import { SelectField, TextField } from "../shared/Field.tsx";
import { Notice } from "../shared/Notice.tsx";

const features = [
  { value: "scim", label: "scim" },
  { value: "universal_logout", label: "universal_logout" },
] as const;

/** Changes a connection profile: edit, read what will be sent, send. */
export function ConnectionForm({ model }: { model: InstanceType<typeof ConnectionFormModel> }) {
  const list = model.list.value;
  useEffect(() => {
    if (model.list.peek().kind === "unread") void model.read();
  }, [model]);

  if (list.kind === "failed") {
    return (
      <div class="form">
        <FailureNotice title="The connection profiles could not be read." failure={list.failure} />
        <div class="actions">
          <button type="button" class="button" onClick={() => void model.read()}>
            Read them again
          </button>
        </div>
      </div>
    );
  }
  if (list.kind !== "read") return <EmptyState>Reading the connection profiles…</EmptyState>;
  if (model.profiles.value.length === 0) {
    return (
      <EmptyState
        action={
          <button type="button" class="button" onClick={() => void model.read()}>
            Read again
          </button>
        }
      >
        This tenant has no connection profile.
      </EmptyState>
    );
  }
  return <Editor model={model} />;
}

function Editor({ model }: { model: InstanceType<typeof ConnectionFormModel> }) {
  const state = model.state.value;
  const form = model.form.value;
  const problems = model.problems.value;
  const changes = model.changes.value;
  const isReviewing = state.kind === "reviewing" || state.kind === "sending";
  return (
    <form
      class="form"
      aria-label="Connection profile"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReviewing) void model.send();
        else if (model.canReview.peek()) model.review();
      }}
    >
      <SelectField
        label="Connection profile"
        value={model.selectedId.value ?? ""}
        options={model.profiles.value.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        onChange={model.select}
      />
      <TextField
        label="Name"
        value={form.name}
        problem={problems["name"]}
        onInput={(name) => model.set({ name })}
      />
      <TextField
        label="Connection name prefix template"
        value={form.prefixTemplate}
        problem={problems["connection_name_prefix_template"]}
        hint={
          <>
            Example:{" "}
            <code>
              {model.prefixExample.value === "" ? "no prefix" : model.prefixExample.value}
            </code>
          </>
        }
        onInput={(prefixTemplate) => model.set({ prefixTemplate })}
      />
      <fieldset>
        <legend>Enabled features</legend>
        {features.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={form.features.includes(value)}
              onChange={() => model.toggleFeature(value)}
            />{" "}
            {label}
          </label>
        ))}
      </fieldset>
      {isReviewing ? <Changes changes={changes} /> : null}
      <div class="actions">
        {isReviewing ? (
          <>
            <button type="submit" class="button primary" disabled={state.kind === "sending"}>
              {state.kind === "sending" ? "Sending…" : "Send changes"}
            </button>
            <button
              type="button"
              class="button"
              disabled={state.kind === "sending"}
              onClick={model.backToForm}
            >
              Back
            </button>
          </>
        ) : (
          <>
            <button type="submit" class="button primary" disabled={!model.canReview.value}>
              Review and send
            </button>
            <span class="quiet">
              {Object.keys(problems).length === 0
                ? countChanges(changes.length)
                : "Correct what is marked above first."}
            </span>
          </>
        )}
      </div>
      {state.kind === "updated" ? (
        <Notice severity="good" title="Connection profile updated.">
          <span>What is shown above is what the service answered.</span>
        </Notice>
      ) : null}
      {state.kind === "failed" ? (
        <FailureNotice title="The profile was not changed." failure={state.failure} />
      ) : null}
    </form>
  );
}

function Changes({ changes }: { changes: readonly ProfileChange[] }) {
  return (
    <div class="changes" role="group" aria-label="What will be sent">
      <table>
        <thead>
          <tr>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        {changes.map((change) => (
          <tbody key={change.path.join(".")}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                <code>{change.path.join(".")}</code>
              </th>
            </tr>
            <tr>
              <td>
                <code>{showJson(change.before)}</code>
              </td>
              <td>
                <code>{showJson(change.after)}</code>
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}

function countChanges(count: number) {
  if (count === 0) return "No changes";
  return count === 1 ? "1 change" : `${count} changes`;
}

function showJson(value: ProfileChange["before"]) {
  return value === undefined ? "not set" : JSON.stringify(value, null, 1);
}
