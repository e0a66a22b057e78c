import type { TokenVerdict } from "../../../lib/tokens/classify-token.ts";
import { Moment } from "../../shared/Moment.tsx";
import { Notice } from "../../shared/Notice.tsx";

/**
 * Shows the verdict on a token: its root cause, its remedy and its evidence. `expiresAt` is Unix
 * time in ms; undefined for a token without a readable time of expiry.
 */
export function Verdict(props: { verdict: TokenVerdict; expiresAt: number | undefined }) {
  const { verdict, expiresAt } = props;
  const { severity, title, message, remedy } = verdict;
  const facts = [
    {
      name: "Kind",
      value: `${verdict.tokenKind.title} (by ${verdict.tokenKind.evidence.join("; ")})`,
    },
    { name: "Expires", value: expiresAt === undefined ? undefined : <Moment at={expiresAt} /> },
    { name: "Found", value: verdict.seen },
    { name: "Signature", value: verdict.signature },
    { name: "Library error", value: verdict.libraryError },
    { name: "Source", value: verdict.source },
  ].filter(({ value }) => value !== undefined);
  return (
    <Notice severity={severity} help="token-verdict" title={title}>
      <span>{message}</span>
      {remedy === undefined ? null : (
        <span>
          <b>Fix:</b> {remedy}
        </span>
      )}
      {facts.length === 0 ? null : (
        <dl class="facts">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Notice>
  );
}
