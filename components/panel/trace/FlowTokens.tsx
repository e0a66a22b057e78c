import type { ComponentChildren } from "preact";
import type { FlowToken } from "../../../lib/trace/prepared-flow.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { Moment } from "../../shared/Moment.tsx";
import { FactValue } from "../sequence/FactValue.tsx";

const tokenNames = {
  id_token: "ID token",
  access_token: "access token",
  refresh_token: "refresh token",
} as const;

/** Opens a token of a flow in the Tokens tab. */
export type InspectToken = (token: FlowToken, row: JudgedFlow) => void;

/** Returns the name of a token for people. */
export function nameToken({ name }: FlowToken): string {
  return tokenNames[name];
}

/** Lists the tokens of an opened flow. */
export function FlowTokens({ row, onInspect }: { row: JudgedFlow; onInspect: InspectToken }) {
  const { tokens } = row.prepared;
  if (tokens.length === 0) return <p class="quiet">No token was seen in this flow.</p>;
  return (
    <ul class="flow-tokens" aria-label="Tokens of this flow">
      {tokens.map((token) => (
        <li key={token.text}>
          <TokenLine token={token} onInspect={() => onInspect(token, row)}>
            delivered <Moment at={token.deliveredAt} style="time" />
          </TokenLine>
        </li>
      ))}
    </ul>
  );
}

/** Shows a token masked, with a note on it and a button to inspect it. */
export function TokenLine(props: {
  token: FlowToken;
  children: ComponentChildren;
  onInspect: () => void;
}) {
  const name = nameToken(props.token);
  return (
    <>
      {name}, {props.children}: <FactValue name={name} value={props.token.text} isSecret />{" "}
      <button type="button" class="button" onClick={props.onInspect}>
        Inspect {name}
      </button>
    </>
  );
}
