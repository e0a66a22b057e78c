import { useState } from "preact/hooks";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { ClaimExplanation } from "../../../lib/tokens/explain-claims.ts";
import { ClaimValue } from "../../shared/ClaimValue.tsx";

/** A token can carry ten thousand claims, whose layout would take a browser many seconds. */
const initialCount = 100;
const moreCount = 1_000;

/**
 * Lists the members of a header or payload with their meanings. A long list shows its first members
 * until the user asks for more.
 */
export function Claims(props: { title: string; claims: readonly ClaimExplanation[] }) {
  const [listed, setListed] = useState(initialCount);
  const rest = props.claims.length - listed;
  const headingId = `claims-${props.title.toLowerCase()}`;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{props.title}</h2>
      <table class="claims" aria-labelledby={headingId}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {props.claims.slice(0, listed).map((claim) => (
            <tr key={claim.name}>
              <th scope="row">
                <code>{writeName(claim.name)}</code>
              </th>
              <td>
                <ClaimValue claim={claim} />
              </td>
              <td class="quiet">
                {claim.meaning === undefined ? (
                  "Unregistered claim"
                ) : (
                  <span title={claim.source}>{claim.meaning}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? (
        <p class="actions quiet">
          <span>
            Showing {listed} of {props.claims.length}.
          </span>
          <button type="button" class="button" onClick={() => setListed(listed + moreCount)}>
            {rest > moreCount ? `Show ${moreCount} more` : `Show ${rest} more`}
          </button>
        </p>
      ) : null}
    </section>
  );
}
