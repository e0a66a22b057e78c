import { useState } from "preact/hooks";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { ClaimExplanation } from "../../../lib/tokens/explain-claims.ts";
import { ClaimValue } from "../../shared/ClaimValue.tsx";

/** A token may carry ten thousand claims, which a browser lays out for many seconds. */
const listedAtFirst = 100;
const listedMore = 1_000;

/** The members of a header or payload, each with what it means; of many, the first ones until more are asked for. */
export function Claims(props: { title: string; claims: readonly ClaimExplanation[] }) {
  const [listed, setListed] = useState(listedAtFirst);
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
                  "Not a registered name"
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
            {listed} of {props.claims.length} are listed.
          </span>
          <button type="button" class="button" onClick={() => setListed(listed + listedMore)}>
            {rest > listedMore ? `Show ${listedMore} more` : `Show the other ${rest}`}
          </button>
        </p>
      ) : null}
    </section>
  );
}
