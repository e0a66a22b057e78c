import type { IssuedToken as Token } from "../../../lib/models/exchange/issued-response.ts";
import { ClaimValue } from "../../shared/ClaimValue.tsx";
import { Secret } from "../../shared/Secret.tsx";

/** Shows a masked token with its decoded claims. */
export function IssuedToken({ token }: { token: Token }) {
  const headingId = `issued-${token.name}`;
  return (
    <section class="issued" aria-labelledby={headingId}>
      <h3 id={headingId}>{token.name}</h3>
      <Secret name={token.name} value={token.value} />
      {token.problem === undefined ? null : <p class="quiet">{token.problem}</p>}
      {token.claims.length === 0 ? null : (
        <table aria-labelledby={headingId}>
          <thead class="unseen">
            <tr>
              <th scope="col">Claim</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {token.claims.map((claim) => (
              <tr key={claim.name}>
                <th scope="row">
                  <code title={claim.meaning}>{claim.name}</code>
                </th>
                <td>
                  <ClaimValue claim={claim} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
