import type {
  CredentialCheckModel,
  ExplainedReport,
} from "../../lib/models/tenants/credential-check-model.ts";
import type { ExplainedScope } from "../../lib/models/tokens/explain-scopes.ts";
import { FailureNotice } from "../shared/FailureNotice.tsx";
import { Moment } from "../shared/Moment.tsx";
import { Notice } from "../shared/Notice.tsx";
import { ScopeList } from "../shared/ScopeList.tsx";

/** Gets a token with the stored credential and shows what the token permits. */
export function CredentialTest({ model }: { model: InstanceType<typeof CredentialCheckModel> }) {
  const state = model.state.value;
  return (
    <div class="credential-test">
      <button
        type="button"
        class="button"
        disabled={state.kind === "testing"}
        onClick={() => void model.test()}
      >
        {state.kind === "testing" ? "Testing…" : "Test this credential"}
      </button>
      {state.kind === "tested" ? <Report report={state.report} /> : null}
      {state.kind === "failed" ? (
        <FailureNotice title="Could not test the credential." failure={state.failure} />
      ) : null}
    </div>
  );
}

function Report({ report }: { report: ExplainedReport }) {
  if (report.kind === "opaque") {
    return (
      <Notice
        severity="warning"
        help="credential-refused-or-gone"
        title="The token's permissions cannot be read."
      >
        <span>{report.message}</span>
      </Notice>
    );
  }
  const { problems, excess, client, subject, audience, expiresAt, hasExpired } = report;
  return (
    <div class="report">
      <Notice
        severity={
          problems.length === 0 && !report.isForUser && excess === undefined ? "good" : "warning"
        }
        help="credential-refused-or-gone"
        title={describeUse(report)}
      >
        <span>{report.message}</span>
        {excess === undefined ? null : <span>{excess}</span>}
        {problems.length === 0 ? null : (
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </Notice>
      <dl class="facts">
        {client === undefined ? null : <Fact name="Client" value={client} />}
        {subject === undefined ? null : <Fact name="Subject" value={subject} />}
        {audience.map((value) => (
          <Fact key={value} name="Audience" value={value} />
        ))}
        <div>
          <dt>{hasExpired ? "Expired" : "Expires"}</dt>
          <dd>{expiresAt === undefined ? "not specified" : <Moment at={expiresAt} />}</dd>
        </div>
      </dl>
      <Scopes title="Missing scopes" isOpen scopes={report.lacks} />
      <Scopes title="Required scopes (granted)" scopes={report.has} />
      <Scopes title="Extra scopes" scopes={report.beyond} />
    </div>
  );
}

function describeUse(report: Extract<ExplainedReport, { kind: "jwt" }>): string {
  if (report.problems.length > 0) return "The token lacks required permissions.";
  if (report.isForUser) return "The token is for the current user only.";
  return report.excess === undefined
    ? "The token has all required permissions."
    : "The token has more permissions than a read-only tenant needs.";
}

function Fact(props: { name: string; value: string }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        <code>{props.value}</code>
      </dd>
    </div>
  );
}

function Scopes(props: { title: string; scopes: readonly ExplainedScope[]; isOpen?: boolean }) {
  const { title, scopes, isOpen = false } = props;
  if (scopes.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {title}: {scopes.length}
      </summary>
      <ScopeList scopes={scopes} />
    </details>
  );
}
