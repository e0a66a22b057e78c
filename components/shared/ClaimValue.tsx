import { writeVisible } from "../../lib/models/write-visible.ts";
import type { ClaimExplanation } from "../../lib/tokens/explain-claims.ts";
import { Moment } from "./Moment.tsx";

/** What a claim says; a moment also as people read it. */
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
