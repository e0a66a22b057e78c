import type { TargetedInputEvent } from "preact";
import { useRef } from "preact/hooks";
import type { ConnectionEditorModel } from "../../../lib/models/connections/connection-editor-model.ts";
import { Field } from "../../shared/Field.tsx";
import { Messages } from "./Messages.tsx";

/** Edits the profile as JSON, including properties without a field in the form. */
export function RawEditor({ editor }: { editor: InstanceType<typeof ConnectionEditorModel> }) {
  const text = editor.rawText.value;
  const problem = editor.rawProblem.value;
  // The messages are about the last text that is valid JSON.
  const isReadable = problem === undefined;
  const { value: errors } = editor.errors;
  const { value: warnings } = editor.warnings;
  const place = useRef<HTMLDivElement>(null);
  const goTo = (offset: number) => {
    const area = place.current?.querySelector("textarea");
    area?.focus();
    area?.setSelectionRange(offset, Math.min(offset + 1, text.length));
  };
  return (
    <div class="fields" ref={place}>
      <Field
        label="Profile (JSON)"
        problem={problem?.problem}
        hint="Only changes are sent. Omitted properties do not change."
        control={(bound) => (
          <textarea
            {...bound}
            class="mono raw"
            rows={18}
            spellcheck={false}
            value={text}
            onInput={(event: TargetedInputEvent<HTMLTextAreaElement>) =>
              editor.setRawText(event.currentTarget.value)
            }
          />
        )}
      />
      {problem === undefined ? null : (
        <div class="actions">
          <button type="button" class="button" onClick={() => goTo(problem.offset)}>
            Go to error
          </button>
        </div>
      )}
      <ul class="messages" aria-live="polite" aria-label="JSON problems">
        {isReadable ? (
          <>
            <Messages severity="problem" messages={errors} />
            <Messages severity="warning" messages={warnings} />
          </>
        ) : null}
      </ul>
    </div>
  );
}
