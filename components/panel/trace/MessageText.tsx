import { useState } from "preact/hooks";
import type { MessageBody } from "../../../lib/models/trace/describe-message.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";

/** Shows the beginning of a body that is not JSON. Its secrets are hidden until the user asks. */
export function MessageText(props: {
  label: string;
  body: Extract<MessageBody, { kind: "text" }>;
}) {
  const { shown, redacted, more, copy } = props.body;
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div class="message-text">
      <div class="actions">
        <CopyButton name="everything" isNamed text={copy} />
        {redacted === shown ? null : (
          <button
            type="button"
            class="button"
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
          >
            {isRevealed ? "Hide secrets" : "Show secrets"}
          </button>
        )}
      </div>
      <pre role="region" tabIndex={0} aria-label={props.label}>
        {isRevealed ? shown : redacted}
      </pre>
      {more === 0 ? null : <p class="quiet">{more} more characters. A copy contains them.</p>}
    </div>
  );
}
