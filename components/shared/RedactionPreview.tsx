import { plural } from "../../lib/encoding/plural.ts";
import type { RedactionReceipt } from "../../lib/redaction/create-redactor.ts";
import type {
  PreviewPiece,
  RedactionPreview as Preview,
} from "../../lib/redaction/redaction-preview.ts";
import { writeName } from "../../lib/models/write-visible.ts";
import "./redaction.css";

/**
 * Shows the kinds of secrets removed from a file, the number of their places, and the beginning of
 * the file, before it is saved.
 */
export function RedactionPreview(props: { receipt: RedactionReceipt; preview: Preview }) {
  const { receipt, preview } = props;
  const kinds = Object.entries(receipt.kinds);
  const ofSecrets = receipt.of === undefined;
  return (
    <div class="redaction">
      <section aria-label={ofSecrets ? "Removed secrets" : "Replaced values"}>
        {kinds.length === 0 ? (
          <p>{ofSecrets ? "No secrets found." : "No values to replace."}</p>
        ) : (
          <p>
            {ofSecrets ? "Removed" : "Replaced"} {plural(receipt.secrets, receipt.of ?? "secret")}{" "}
            in {plural(receipt.places, "place")}:
          </p>
        )}
        <ul>
          {kinds.map(([kind, places]) => (
            <li key={kind}>
              {kind}: {plural(places, "place")}
              {preview.examples
                .filter((example) => example.kind === kind)
                .map(({ pieces }) => (
                  <code key={kind} class="example">
                    <Pieces pieces={pieces} />
                  </code>
                ))}
            </li>
          ))}
        </ul>
        {receipt.keptByHand === undefined ? null : (
          <p>Kept by hand: {plural(receipt.keptByHand, "value")}. The file lists them.</p>
        )}
        <p class="quiet">
          {ofSecrets
            ? "Check the file: unnamed secrets, such as a password in a sentence, are not detected."
            : "Check the file: the words of sentences, names and paths stay, and hosts and client IDs too."}
        </p>
      </section>
      <section aria-label="Preview">
        <p>{preview.isCut ? "Beginning of the file:" : "File:"}</p>
        <pre class="preview" tabIndex={0} aria-label="Preview of the file">
          <Pieces pieces={preview.beginning} />
          {preview.isCut ? "…" : ""}
        </pre>
      </section>
    </div>
  );
}

function Pieces({ pieces }: { pieces: readonly PreviewPiece[] }) {
  return (
    <>
      {pieces.map(({ text, isRemoved }, place) =>
        isRemoved ? <mark key={place}>{writeName(text)}</mark> : writeName(text),
      )}
    </>
  );
}
