import type { ReadonlySignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ExchangeRunModel } from "../../../lib/models/exchange/exchange-run-model.ts";
import { describeWait } from "../../../lib/models/retry-advice.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";
import { FailureNotice } from "../../shared/FailureNotice.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { RefusalNotice } from "../../shared/RefusalNotice.tsx";
import { Secret } from "../../shared/Secret.tsx";
import type { IssuedToken as Token } from "../../../lib/models/exchange/issued-response.ts";
import { ClaimValue } from "../../shared/ClaimValue.tsx";

/** Shows the result of the last exchange. */
export function RunResult(props: {
  model: InstanceType<typeof ExchangeRunModel>;
  now: ReadonlySignal<number>;
  Since: SinceView | undefined;
}) {
  const { model, now, Since } = props;
  const state = model.state.value;
  const place = useRef<HTMLDivElement>(null);
  // The result begins below the visible part of the popup.
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [state]);
  if (state.kind === "editing" || state.kind === "running") return null;
  if (state.kind === "failed") {
    return <FailureNotice title="Could not run the exchange." failure={state.failure} now={now} />;
  }
  return (
    <div class="result" ref={place}>
      {state.kind === "refused" ? (
        <RefusalNotice
          help={state.refusal.retryAt === undefined ? "request-refused" : "too-many-requests"}
          title={`Exchange failed: ${state.refusal.errorCode ?? `status ${state.refusal.status}`}`}
          message={state.refusal.message}
          serviceMessage={state.refusal.serviceMessage}
          causes={state.refusal.causes}
        >
          {state.refusal.retryAt === undefined ? null : (
            <Wait until={state.refusal.retryAt} now={now} />
          )}
        </RefusalNotice>
      ) : (
        <>
          <Notice severity="good" title="Tokens issued.">
            <span>The tokens are decoded but not verified. They are discarded when you leave.</span>
            <div class="actions">
              <button type="button" class="button" onClick={model.forget}>
                Discard tokens
              </button>
            </div>
          </Notice>
          <dl>
            {state.issued.facts.map(({ name, value, isSecret }) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{isSecret ? <Secret name={name} value={value} /> : <code>{value}</code>}</dd>
              </Fragment>
            ))}
          </dl>
          {state.issued.tokens.map((token) => (
            <IssuedToken key={token.name} token={token} />
          ))}
        </>
      )}
      {Since === undefined ? null : <Since at={state.sentAt} what="this exchange" />}
    </div>
  );
}

function Wait(props: { until: number; now: ReadonlySignal<number> }) {
  return (
    <b class="retry" aria-live="off">
      {describeWait(props.until, props.now.value)}
    </b>
  );
}

/** Shows a masked token with its decoded claims. */
function IssuedToken({ token }: { token: Token }) {
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
