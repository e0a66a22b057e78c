import type { TokenLabel } from "../../../lib/models/tokens/compare-labels.ts";
import { Moment } from "../../shared/Moment.tsx";

/** Names a token by its kind, the time at which it was kept, and its subject. */
export function TokenName({ label: { what, keptAt, subject } }: { label: TokenLabel }) {
  return (
    <span class="token-name">
      {what}
      {keptAt === undefined ? null : (
        <>
          {" "}
          of <Moment at={keptAt} style="time" />
        </>
      )}
      {subject === undefined ? null : (
        <>
          , sub <code>{subject}</code>
        </>
      )}
    </span>
  );
}
