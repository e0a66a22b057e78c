import { writeName } from "../../../lib/models/write-visible.ts";
import type { ClaimExplanation } from "../../../lib/tokens/explain-claims.ts";
import { ClaimValue } from "../../shared/ClaimValue.tsx";

/** The members of a header or payload, each with what it means. */
export function Claims(props: { title: string; claims: readonly ClaimExplanation[] }) {
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
          {props.claims.map((claim) => (
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
    </section>
  );
}
