import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { ExplainedScope } from "../../../lib/models/tokens/explain-scopes.ts";
import { issuerAt, type TokensModel } from "../../../lib/models/tokens/tokens-model.ts";
import type { TokenReport } from "../../../lib/tokens/inspect-token.ts";
import type { TokenVerdict } from "../../../lib/tokens/classify-token.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { ScopeList } from "../../shared/ScopeList.tsx";
import { Claims } from "./Claims.tsx";
import { Findings } from "./Findings.tsx";
import { TokenField } from "./TokenField.tsx";
import { Verdict } from "./Verdict.tsx";
import "./tokens.css";

/** Decodes and checks one token, pasted or taken from a run. */
export function TokensTab(props: {
  activity: InstanceType<typeof ActivityModel>;
  model: InstanceType<typeof TokensModel>;
}) {
  const { activity, model } = props;
  const tenant = activity.tenant.value;
  return (
    <div class="tokens">
      <div class="token-input">
        <TokenField model={model} tenant={tenant} />
        <div class="actions">
          {model.origin.value.kind === "run" ? (
            <button
              type="button"
              class="button"
              aria-pressed={!model.isMasked.value}
              onClick={() => model.setMasked(!model.isMasked.value)}
            >
              {model.isMasked.value ? "Reveal token" : "Mask token"}
            </button>
          ) : null}
          <button
            type="button"
            class="button"
            disabled={model.text.value === ""}
            onClick={() => void model.inspectAgain(tenant)}
          >
            Inspect again
          </button>
          <button
            type="button"
            class="button"
            disabled={model.text.value === ""}
            onClick={({ currentTarget: button }) => {
              model.forget();
              button.closest(".token-input")?.querySelector("textarea")?.focus();
            }}
          >
            Forget token
          </button>
        </div>
        <div class="quiet">{describeCheck(model, tenant)}</div>
      </div>
      <div class="token-report" aria-live="polite" aria-busy={model.isInspecting.value}>
        <ErrorBoundary what="This token">
          <Report
            report={model.report.value}
            isChecking={model.isInspecting.value}
            verdict={model.verdict.value}
            scopes={model.scopes.value}
          />
        </ErrorBoundary>
      </div>
    </div>
  );
}

/** Names the tenant whose keys were used, which can differ from the selected tenant. */
function describeCheck(
  model: InstanceType<typeof TokensModel>,
  tenant: Tenant | undefined,
): string {
  const chosen = tenant === undefined ? undefined : `${tenant.name} (${tenant.origin})`;
  if (model.report.value === undefined) {
    return chosen === undefined
      ? "No tenant is selected, so signatures cannot be verified."
      : `Signatures are checked against ${chosen}.`;
  }
  const issuer = model.checkedAgainst.value;
  const done = issuer === undefined ? "Checked without tenant keys." : `Checked against ${issuer}.`;
  const isCurrent = model.origin.value.kind === "run" || issuer === issuerAt(tenant);
  return isCurrent || chosen === undefined
    ? done
    : `${done} “Inspect again” checks the token against ${chosen}.`;
}

function Report(props: {
  report: TokenReport | undefined;
  isChecking: boolean;
  verdict: TokenVerdict | undefined;
  scopes: readonly ExplainedScope[];
}) {
  const { report, verdict, scopes } = props;
  if (report === undefined && props.isChecking) return <EmptyState>Checking the token…</EmptyState>;
  if (report === undefined) {
    return <EmptyState>Paste a token, or run a login and select “Inspect ID token”.</EmptyState>;
  }
  if (report.kind === "unreadable") {
    return (
      <Notice
        severity="error"
        title={
          report.failure.code === "encrypted" ? "This JWT is encrypted." : "This is not a JWT."
        }
      >
        <span>{report.failure.message}</span>
      </Notice>
    );
  }
  return (
    <>
      {verdict === undefined ? null : (
        <>
          <Verdict verdict={verdict} />
          <Findings findings={verdict.otherFindings} />
        </>
      )}
      <Claims title="Claims" claims={report.claims} />
      {scopes.length === 0 ? null : (
        <section aria-labelledby="scopes-heading">
          <h2 id="scopes-heading">Scopes</h2>
          <ScopeList scopes={scopes} />
        </section>
      )}
      <Claims title="Header" claims={report.header} />
    </>
  );
}
