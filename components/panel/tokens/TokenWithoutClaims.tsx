import type { ContentReport } from "../../../lib/tokens/kinds/describe-content.ts";
import type { JweReport } from "../../../lib/tokens/kinds/describe-jwe.ts";
import type { OpaqueReport } from "../../../lib/tokens/kinds/describe-opaque.ts";
import { Notice } from "../../shared/Notice.tsx";
import { Checks } from "../Checks.tsx";
import { Findings } from "./Findings.tsx";

/** Shows what can be said about a token that has no readable claims. */
export function TokenWithoutClaims({
  report,
}: {
  report: ContentReport | JweReport | OpaqueReport;
}) {
  switch (report.kind) {
    case "content":
      return <SignedContent report={report} />;
    case "encrypted":
      return <EncryptedToken report={report} />;
    case "opaque":
      return <OpaqueToken report={report} />;
  }
  return report satisfies never;
}

function SignedContent({ report }: { report: ContentReport }) {
  const { tokenKind, isDetached, bytes, text, verification, findings } = report;
  const hasContent = !isDetached || bytes > 0;
  const [first, ...others] = findings;
  const isVerified = verification?.kind === "verified" && first === undefined;
  return (
    <>
      <Notice
        severity={isVerified ? "good" : (first?.severity ?? "note")}
        help="token-verdict"
        title={first === undefined ? tokenKind.title : first.title}
      >
        <span>
          {first?.why ??
            (isDetached
              ? "The token is only the signature; the content is sent beside it."
              : "The payload is not a set of claims, so there are no claims to check.")}
        </span>
        <Facts
          facts={[
            ["Kind", `${tokenKind.title} (by ${tokenKind.evidence.join("; ")})`],
            [
              "Signature",
              verification?.message ??
                (hasContent
                  ? "Not checked: no key is known. Paste one under Keys."
                  : "Not checked: paste the signed content."),
            ],
            [isDetached ? "Content" : "Payload", hasContent ? `${bytes} bytes` : "not here"],
            ...(text === undefined ? [] : [["Text", text] as const]),
          ]}
        />
      </Notice>
      <Findings title="Other findings" findings={others} />
    </>
  );
}

function EncryptedToken({ report }: { report: JweReport }) {
  const [first, ...others] = report.findings;
  return (
    <>
      <Notice
        severity={first?.severity ?? "note"}
        help="token-verdict"
        title={first === undefined ? report.tokenKind.title : first.title}
      >
        {first === undefined ? null : (
          <>
            <span>{first.why}</span>
            <span>
              <b>Fix:</b> {first.remedy}
            </span>
          </>
        )}
        <span>
          Only the recipient can decrypt it. Decrypt it at the recipient, or paste the signed token
          that it contains.
        </span>
        <Facts
          facts={[
            ["Kind", `${report.tokenKind.title} (by ${report.tokenKind.evidence.join("; ")})`],
            ...(first === undefined
              ? []
              : [["Found", first.seen] as const, ["Source", first.source] as const]),
            ["Key needed", report.keyNeeded],
            ["Content", report.contentKey],
          ]}
        />
      </Notice>
      <Checks checks={report.checks} />
      <Findings title="Other findings" findings={others} />
    </>
  );
}

function OpaqueToken({ report }: { report: OpaqueReport }) {
  const { tokenKind, length, alphabet, form, message } = report;
  return (
    <Notice severity="note" title={tokenKind.title}>
      <span>{message}</span>
      <Facts
        facts={[
          ["Recognized by", tokenKind.evidence.join("; ")],
          ["Length", `${length} characters`],
          ["Characters", alphabet],
          ...(form === undefined ? [] : [["Form", form] as const]),
        ]}
      />
    </Notice>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
