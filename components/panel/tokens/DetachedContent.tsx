import { useState } from "preact/hooks";
import { shorten } from "../../../lib/encoding/shorten.ts";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { TokensModel } from "../../../lib/models/tokens/tokens-model.ts";
import { PasteField } from "./PasteField.tsx";
import { readFileBytes } from "./read-text-file.ts";

/** A longer text takes the browser long to lay out, so only its beginning is shown. */
const maxShown = 2_000;

/** Takes the content of a signature that does not contain it, as pasted text or as a file. */
export function DetachedContent(props: {
  model: InstanceType<typeof TokensModel>;
  tenant: Tenant | undefined;
}) {
  const { model, tenant } = props;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const content = model.content.value;
  const isFile = content !== undefined && "name" in content;
  const text = isFile ? `${content.name}, ${content.bytes.length} bytes` : (content?.text ?? "");
  const isLong = text.length > maxShown;
  const take = (value: string) => {
    setProblem(undefined);
    void model.setContent(value, tenant);
  };
  const open = async (file: File) => {
    const reading = await readFileBytes(file, "Verify this signature at its recipient.");
    if ("problem" in reading) return setProblem(reading.problem);
    setProblem(undefined);
    await model.setContent({ name: file.name, bytes: reading.bytes }, tenant);
  };
  return (
    <div class="detached-content">
      <PasteField
        label="Signed content"
        hint="Each byte counts, also spaces and line ends. A file is read byte by byte."
        problem={problem}
        rows={3}
        placeholder="Paste the content that was signed, or drop its file"
        value={shorten(text, maxShown)}
        isReadOnly={isFile || isLong}
        onInput={take}
        // The signature covers line ends, so only an edit is left to the field.
        replaces={() => text === "" || isFile || isLong}
        onReplace={take}
        onFile={(file) => void open(file)}
      />
      <div class="actions">
        <button
          type="button"
          class="button"
          disabled={content === undefined}
          onClick={({ currentTarget: button }) => {
            setProblem(undefined);
            void model.setContent(undefined, tenant);
            button.closest(".detached-content")?.querySelector("textarea")?.focus();
          }}
        >
          Forget content
        </button>
      </div>
    </div>
  );
}
