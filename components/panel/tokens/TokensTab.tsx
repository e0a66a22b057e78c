import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import type { CompareModel } from "../../../lib/models/tokens/compare-model.ts";
import type { LibraryCheckModel } from "../../../lib/models/tokens/library-check-model.ts";
import type { ReadingModel } from "../../../lib/models/tokens/reading-model.ts";
import type { RemovalModel } from "../../../lib/models/tokens/removal-model.ts";
import { issuerAt, type TokensModel } from "../../../lib/models/tokens/tokens-model.ts";
import type { DecodeFailure } from "../../../lib/tokens/decode-token.ts";
import type { Finding } from "../../../lib/tokens/finding.ts";
import type { TokenReport } from "../../../lib/tokens/inspect-token.ts";
import type { TokenVerdict } from "../../../lib/tokens/classify-token.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";
import { EmptyPicture, type Picture } from "../EmptyPicture.tsx";
import { ErrorBoundary } from "../../shared/ErrorBoundary.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { OpenChecks, SettledChecks } from "../Checks.tsx";
import { CompareBar } from "./CompareBar.tsx";
import { DetachedContent } from "./DetachedContent.tsx";
import { Findings } from "./Findings.tsx";
import { LibraryCheck } from "./LibraryCheck.tsx";
import { TokenWithoutClaims } from "./TokenWithoutClaims.tsx";
import { Reading } from "./reading/Reading.tsx";
import { SeenTokens, type SeenTokensProps } from "./SeenTokens.tsx";
import { TokenChoice } from "./TokenChoice.tsx";
import { TokenComparison } from "./TokenComparison.tsx";
import { TokenField } from "./TokenField.tsx";
import { TokenKeys } from "./TokenKeys.tsx";
import { Verdict } from "./Verdict.tsx";
import "./tokens.css";

/** Decodes and checks one token, pasted or taken from a run. */
export function TokensTab(props: {
  activity: InstanceType<typeof ActivityModel>;
  model: InstanceType<typeof TokensModel>;
  reading: InstanceType<typeof ReadingModel>;
  comparison: InstanceType<typeof CompareModel>;
  /** Default: the result of the library's parseHash is not shown. */
  library?: InstanceType<typeof LibraryCheckModel>;
  /** Default: the tokens of a forgotten tenant stay. */
  removal?: InstanceType<typeof RemovalModel>;
  /** Default: seen tokens are not listed. */
  seen?: SeenTokensProps;
}) {
  const { activity, model, comparison, library, removal, seen } = props;
  const tenant = activity.tenant.value;
  return (
    <div class="tokens">
      <div class="token-input">
        <TokenField model={model} tenant={tenant} />
        <TokenChoice model={model} comparison={comparison} tenant={tenant} />
        <FieldActions {...{ model, comparison, tenant }} />
        <CompareBar model={comparison} />
        {model.isDetached.value ? <DetachedContent model={model} tenant={tenant} /> : null}
        <div class="quiet">{describeKeys(model, tenant)}</div>
        <TokenKeys keys={model.keys} owner={nameOwner(model, tenant)} />
        {seen === undefined ? null : <SeenTokens {...seen} />}
      </div>
      <div class="token-report" aria-live="polite" aria-busy={model.isInspecting.value}>
        {removal?.message.value === undefined ? null : (
          <Notice severity="note">
            <span>{removal.message.value}</span>
          </Notice>
        )}
        <ErrorBoundary subject="This token">
          <Report
            report={model.report.value}
            isChecking={model.isInspecting.value}
            loadsKeysOf={model.loadsKeysOf.value}
            verdict={model.verdict.value}
            expiresAt={props.reading.expiresAt.value}
          />
          <TokenComparison model={comparison} />
          <Reading model={props.reading} />
          <Passed report={model.report.value} verdict={model.verdict.value} />
          {library === undefined ? null : <LibraryCheck model={library} />}
        </ErrorBoundary>
      </div>
    </div>
  );
}

/** The actions on the text in the field. */
function FieldActions(props: {
  model: InstanceType<typeof TokensModel>;
  comparison: InstanceType<typeof CompareModel>;
  tenant: Tenant | undefined;
}) {
  const { model, comparison, tenant } = props;
  return (
    <div class="actions">
      {model.origin.value.kind !== "pasted" ? (
        <button
          type="button"
          class="button"
          aria-label={model.isMasked.value ? "Reveal token" : "Mask token"}
          aria-pressed={!model.isMasked.value}
          onClick={() => model.setMasked(!model.isMasked.value)}
        >
          {model.isMasked.value ? "Reveal" : "Mask"}
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
        aria-label={model.keys.hasText.value ? "Forget token and keys" : "Forget token"}
        title={model.keys.hasText.value ? "Forgets the token and the pasted keys" : undefined}
        disabled={model.text.value === "" && comparison.kept.value === undefined}
        onClick={({ currentTarget: button }) => {
          model.forget();
          comparison.stop();
          button.closest(".token-input")?.querySelector("textarea")?.focus();
        }}
      >
        Forget
      </button>
      {comparison.kept.value === undefined && comparison.canKeep.value ? (
        <button
          type="button"
          class="button"
          aria-label="Keep for comparison"
          title="Keeps this token, to compare it with the next one"
          onClick={comparison.keep}
        >
          Keep
        </button>
      ) : null}
    </div>
  );
}

/** Names the tenant or issuer whose keys are used if the user pasted none. */
function nameOwner(
  model: InstanceType<typeof TokensModel>,
  tenant: Tenant | undefined,
): string | undefined {
  const origin = model.origin.value;
  if (origin.kind === "run") return origin.exchange.issuer;
  return tenant === undefined ? undefined : `tenant ${tenant.name}`;
}

/**
 * Describes the keys of the last check, or of the next one if there is no report. The last check
 * may have used the keys of another tenant.
 */
function describeKeys(model: InstanceType<typeof TokensModel>, tenant: Tenant | undefined): string {
  const chosen = tenant === undefined ? undefined : `${tenant.name} (${tenant.origin})`;
  if (model.report.value === undefined) {
    if (model.keys.inUse.value !== undefined) return "Signatures are checked with the pasted keys.";
    return chosen === undefined
      ? "No tenant is selected. To verify signatures, select a tenant or paste its keys."
      : `Signatures are checked with the keys of ${chosen}.`;
  }
  // Text of another kind has no signature to verify.
  if (!["read", "content"].includes(model.report.value.kind)) return "";
  if (model.isCheckedWithPasted.value) return "Checked with the pasted keys.";
  const issuer = model.checkedAgainst.value;
  const done = issuer === undefined ? "Checked without keys." : `Checked against ${issuer}.`;
  const isCurrent = model.origin.value.kind === "run" || issuer === issuerAt(tenant);
  return isCurrent || chosen === undefined
    ? done
    : `${done} “Inspect again” checks the token against ${chosen}.`;
}

const picture: Picture = {
  label: "the verdict about a token, and its claims with their meaning",
  texts: [
    [10, 17, "✓", "good"],
    [22, 17, "ID token, verified, valid for 10 hours"],
    [10, 40, "iss", "code"],
    [50, 40, "https://login.example/"],
    [180, 40, "the issuer", "quiet"],
    [10, 58, "sub", "code"],
    [50, 58, "user-1"],
    [180, 58, "the user", "quiet"],
    [10, 76, "exp", "code"],
    [50, 76, "1 Jan, 20:00"],
    [180, 76, "the end", "quiet"],
  ],
  lines: "M0 26H280M10 46H270M10 64H270",
};

const titles: Readonly<Partial<Record<DecodeFailure["code"], string>>> = {
  "no-token": "No token found.",
  "too-long": "The text is too long.",
};

function Report(props: {
  report: TokenReport | undefined;
  isChecking: boolean;
  loadsKeysOf: string | undefined;
  verdict: TokenVerdict | undefined;
  expiresAt: number | undefined;
}) {
  const { report, verdict, expiresAt, loadsKeysOf } = props;
  if (report === undefined && loadsKeysOf !== undefined) {
    return (
      <EmptyState>
        Loading the keys of {loadsKeysOf}. The claims below are not verified yet.
      </EmptyState>
    );
  }
  if (report === undefined && props.isChecking) return <EmptyState>Checking the token…</EmptyState>;
  if (report === undefined) {
    return (
      <EmptyState picture={<EmptyPicture {...picture} />}>
        Paste a token, or run a login and select “Inspect ID token”.
      </EmptyState>
    );
  }
  if (report.kind === "unreadable") {
    return (
      <Notice
        severity="error"
        help="text-without-a-token"
        title={titles[report.failure.code] ?? "This is not a JWT."}
      >
        <span>{report.failure.message}</span>
      </Notice>
    );
  }
  if (report.kind !== "read") return <TokenWithoutClaims report={report} />;
  return (
    <>
      {verdict === undefined ? null : (
        <>
          <Verdict verdict={verdict} expiresAt={expiresAt} />
          <OpenChecks checks={report.checks} />
          <Findings
            title="Other findings"
            findings={verdict.otherFindings.filter((finding) => !isNote(finding))}
          />
        </>
      )}
    </>
  );
}

const isNote = ({ severity }: Finding) => severity === "note";

/** Shows what needs no attention, below the claims: notes, and the checks that passed. */
function Passed(props: { report: TokenReport | undefined; verdict: TokenVerdict | undefined }) {
  const { report, verdict } = props;
  if (report?.kind !== "read" || verdict === undefined) return null;
  return (
    <>
      <Findings title="Notes" findings={verdict.otherFindings.filter(isNote)} />
      <SettledChecks checks={report.checks} />
    </>
  );
}
