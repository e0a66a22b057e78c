import { writeVisible } from "../../lib/models/write-visible.ts";
import type { ClaimExplanation } from "../../lib/tokens/explain-claims.ts";
import { Moment } from "./Moment.tsx";

/** Shows the value of a claim; a time also in a readable form. */
export function ClaimValue({ claim }: { claim: ClaimExplanation }) {
  return (
    <>
      <code>{writeVisible(claim.value, 1)}</code>
      {claim.time === undefined ? null : (
        <div class="quiet">
          <Moment at={claim.time.epochMs} />, {claim.time.relative}
        </div>
      )}
    </>
  );
}
