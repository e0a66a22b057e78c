import { useState } from "preact/hooks";
import { shorten } from "../../../lib/encoding/shorten.ts";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { TokensModel } from "../../../lib/models/tokens/tokens-model.ts";
import { PasteField } from "./PasteField.tsx";
import { readTextFile } from "./read-text-file.ts";

const mask = "••••••••";
/** The browser needs up to a second to lay out a longer text in a field. */
const maxFieldLength = 50_000;
/** The number of characters of a longer text that the field shows. */
const shownLength = 1_000;

const hint =
  "The text stays on this device. A signature is verified with the selected tenant's keys or with pasted ones; URLs in a token are never opened.";

function describeLong({ length }: string): string {
  return `The text has ${length.toLocaleString("en")} characters. Only its beginning is shown; all of it is inspected. Paste another text to replace it.`;
}

/**
 * Shows the text with the token to inspect. While the token is masked, the document does not
 * contain its text, and a paste replaces the token. Of a very long text, the field shows only the
 * beginning, and a paste replaces it too. A file dropped on the field replaces the text.
 */
export function TokenField(props: {
  model: InstanceType<typeof TokensModel>;
  tenant: Tenant | undefined;
}) {
  const { model, tenant } = props;
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const origin = model.origin.value;
  const isMasked = model.isMasked.value;
  const text = model.text.value;
  const isLong = !isMasked && text.length > maxFieldLength;
  const paste = (text: string) => {
    setProblem(undefined);
    void model.paste(text, tenant);
  };
  const open = async (file: File) => {
    const reading = await readTextFile(file, "Paste the part with the token.");
    if ("text" in reading) paste(reading.text);
    else setProblem(reading.problem);
  };
  return (
    <PasteField
      label={origin.kind === "pasted" ? "Token" : origin.label}
      hint={isLong ? describeLong(text) : hint}
      problem={problem}
      rows={6}
      placeholder="Paste a token, or a URL, header, response or cURL command with tokens; or drop a file"
      value={isMasked ? mask : isLong ? shorten(text, shownLength) : text}
      isReadOnly={isMasked || isLong}
      onInput={paste}
      replaces={(pasted) => isMasked || isLong || pasted.length > maxFieldLength}
      onReplace={paste}
      onFile={(file) => void open(file)}
    />
  );
}
