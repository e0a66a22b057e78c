import { chipOf } from "../../../lib/models/trace/flow-chips.ts";
import { describeMessages } from "../../../lib/models/trace/describe-messages.ts";
import type { FlowView } from "../../../lib/models/trace/trace-model.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { TranscriptLine } from "../../../lib/runs/describe-steps.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { Moment } from "../../shared/Moment.tsx";
import { TabPanel, Tabs } from "../../shared/Tabs.tsx";
import { SequenceDiagram } from "../sequence/SequenceDiagram.tsx";
import { FlowComparison } from "./FlowComparison.tsx";
import { FlowVerdict } from "./FlowVerdict.tsx";
import { FlowMessages } from "./FlowMessages.tsx";
import { FlowTokens } from "./FlowTokens.tsx";
import type { FlowWays } from "./flow-ways.ts";
import { describePhase, kindNames, nameLibrary } from "./flow-texts.ts";
import { RunAgain } from "./RunAgain.tsx";

const columns = {
  browser: "Browser",
  page: "Page",
  tenant: "Provider",
  api: "API",
} as const;

/** The group of the tabs of a flow. */
const flowTabs = "flow";

type FlowProps = FlowWays & { row: JudgedFlow };

/** Shows an opened flow: its verdict, sequence, messages and tokens. */
export function FlowPane(props: FlowProps) {
  const { row, model } = props;
  const { flow, prepared } = row;
  const view = model.view.value;
  const library = nameLibrary(flow);
  return (
    <div class="flow-pane">
      <h2 class="flow-title">
        {kindNames[chipOf(flow)]} {writeName(flow.clientId ?? "")} <span class="quiet">at</span>{" "}
        {writeName(flow.host)}
      </h2>
      <p class="quiet">
        <Moment at={flow.startedAt} />, {describePhase(row)}
        {library === undefined ? "" : `, ${library}`}
      </p>
      <div class="actions">
        <RunAgain actions={props.again} read={({ readFlow }) => readFlow(flow.messages)} />
        <CopyButton name="as Markdown" isNamed text={async () => props.onReport(row)} />
        <FlowComparison model={model} />
      </div>
      <Tabs
        group={flowTabs}
        label="Parts of the flow"
        selected={view}
        onSelect={model.show}
        tabs={[
          { name: "findings", title: "Verdict" },
          { name: "sequence", title: "Sequence" },
          { name: "messages", title: `Messages (${flow.messages.length})` },
          { name: "tokens", title: `Tokens (${prepared.tokens.length})` },
        ]}
      />
      <TabPanel group={flowTabs} name={view}>
        <FlowPart {...props} view={view} />
      </TabPanel>
    </div>
  );
}

/** Draws the part of a flow that its selected tab shows, and no other. */
function FlowPart({ row, model, again, onInspect, view }: FlowProps & { view: FlowView }) {
  switch (view) {
    case "findings":
      return (
        <FlowVerdict row={row} focused={model.focusedFinding.value} onShow={model.showEvidence} />
      );
    case "sequence":
      return <Sequence lines={describeMessages(row)} onSelect={model.showMessage} />;
    case "messages":
      return (
        <FlowMessages
          model={model}
          lines={describeMessages(row)}
          again={again}
          onInspect={onInspect}
        />
      );
    case "tokens":
      return <FlowTokens row={row} onInspect={onInspect} />;
  }
  return view satisfies never;
}

function Sequence(props: { lines: readonly TranscriptLine[]; onSelect: (id: number) => void }) {
  const { lines, onSelect } = props;
  const used = new Set(lines.flatMap(({ from, to }) => [from, to]));
  return (
    <SequenceDiagram
      lines={lines}
      columns={(["browser", "page", "tenant", "api"] as const)
        .filter((id) => used.has(id))
        .map((id) => ({ id, name: columns[id] }))}
      what="this flow"
      onSelect={onSelect}
    />
  );
}
