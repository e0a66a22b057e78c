import { useRef } from "preact/hooks";
import { describeMessages } from "../../../lib/models/trace/describe-messages.ts";
import { writeRequest } from "../../../lib/models/trace/write-request.ts";
import type { FlowView, TraceModel } from "../../../lib/models/trace/trace-model.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { FlowToken } from "../../../lib/trace/prepare-flow.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { FactValue } from "../sequence/FactValue.tsx";
import { SequenceDiagram } from "../sequence/SequenceDiagram.tsx";
import { focusStep, StepList } from "../sequence/StepList.tsx";
import { FlowFindings } from "./FlowFindings.tsx";
import { kindNames, phaseNames } from "./flow-texts.ts";

const tokenNames = {
  id_token: "ID token",
  access_token: "access token",
  refresh_token: "refresh token",
} as const;

const columns = {
  browser: "Browser",
  page: "Page",
  tenant: "Provider",
  api: "API",
} as const;

/** Shows an opened flow: its findings, sequence, messages and tokens. */
export function FlowPane(props: {
  row: JudgedFlow;
  model: InstanceType<typeof TraceModel>;
  onInspect: (token: FlowToken, row: JudgedFlow) => void;
}) {
  const { row, model, onInspect } = props;
  const { flow, verdict, prepared } = row;
  const view = model.view.value;
  const place = useRef<HTMLDivElement>(null);
  const lines = describeMessages(flow);
  const showMessage = (id: number) => {
    model.show("messages");
    // After the messages are rendered.
    requestAnimationFrame(() => focusStep(id));
  };
  const used = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const views: readonly (readonly [FlowView, string])[] = [
    ["findings", `Findings (${verdict.findings.length})`],
    ["sequence", "Sequence"],
    ["messages", `Messages (${flow.messages.length})`],
    ["tokens", `Tokens (${prepared.tokens.length})`],
  ];
  const move = (event: KeyboardEvent) => {
    const names = views.map(([name]) => name);
    const at = names.indexOf(view);
    const step = { ArrowRight: 1, ArrowLeft: names.length - 1 }[event.key];
    const next = step === undefined ? undefined : names[(at + step) % names.length];
    if (next === undefined) return;
    event.preventDefault();
    model.show(next);
    place.current?.querySelector<HTMLElement>(`[data-view=${next}]`)?.focus();
  };
  return (
    <div class="flow-pane" ref={place}>
      <h2 class="flow-title">
        {kindNames[flow.kind]} {writeName(flow.clientId ?? "")} <span class="quiet">at</span>{" "}
        {writeName(flow.host)}
      </h2>
      <p class="quiet">
        <Moment at={flow.startedAt} />, {phaseNames[flow.phase]}
        {flow.library === undefined
          ? ""
          : `, ${writeName(`${flow.library.name} ${flow.library.version}`)}`}
      </p>
      <div class="tabs" role="tablist" aria-label="Parts of the flow" onKeyDown={move}>
        {views.map(([name, title]) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-view={name}
            aria-selected={name === view}
            tabIndex={name === view ? 0 : -1}
            onClick={() => model.show(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={views.find(([name]) => name === view)?.[1]}>
        {view === "findings" ? (
          <FlowFindings row={row} onShow={showMessage} />
        ) : view === "sequence" ? (
          <SequenceDiagram
            lines={lines}
            columns={(["browser", "page", "tenant", "api"] as const)
              .filter((id) => used.has(id))
              .map((id) => ({ id, name: columns[id] }))}
            what="this flow"
            onSelect={showMessage}
          />
        ) : view === "messages" ? (
          <StepList
            lines={lines}
            heading="Messages"
            actions={(id) => (
              <div class="actions">
                <CopyButton
                  name="as cURL"
                  isNamed
                  text={async () => writeRequest(flow, id, "curl")}
                />
                <CopyButton
                  name="as fetch"
                  isNamed
                  text={async () => writeRequest(flow, id, "fetch")}
                />
              </div>
            )}
          />
        ) : (
          <Tokens row={row} onInspect={onInspect} />
        )}
      </div>
    </div>
  );
}

function Tokens(props: {
  row: JudgedFlow;
  onInspect: (token: FlowToken, row: JudgedFlow) => void;
}) {
  const { tokens } = props.row.prepared;
  if (tokens.length === 0) return <p class="quiet">No token was seen in this flow.</p>;
  return (
    <ul class="flow-tokens" aria-label="Tokens of this flow">
      {tokens.map((token) => (
        <li key={token.text}>
          {tokenNames[token.name]}, delivered <Moment at={token.deliveredAt} style="time" />:{" "}
          <FactValue name={tokenNames[token.name]} value={token.text} isSecret />{" "}
          <button type="button" class="button" onClick={() => props.onInspect(token, props.row)}>
            Inspect {tokenNames[token.name]}
          </button>
        </li>
      ))}
    </ul>
  );
}
