import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import type { TranscriptLine } from "../../../lib/runs/describe-steps.ts";
import { focusTab } from "../../shared/Tabs.tsx";
import type { InspectToken } from "./FlowTokens.tsx";
import { listMessageActions } from "./flow-actions.ts";
import { MessageList } from "./MessageList.tsx";
import { MessagePane, messageTabs } from "./MessagePane.tsx";
import type { RunAgainActions } from "./RunAgain.tsx";
import "./messages.css";

/** Shows the messages of the opened flow as a list, and the selected one in parts. */
export function FlowMessages(props: {
  model: InstanceType<typeof TraceModel>;
  lines: readonly TranscriptLine[];
  again: RunAgainActions;
  onInspect: InspectToken;
}) {
  const { model, lines, again, onInspect } = props;
  const { messages } = model;
  const selected = messages.selected.value;
  if (selected === undefined) return <p class="quiet">This flow has no message.</p>;
  return (
    <div class="flow-messages">
      <MessageList
        selected={selected}
        lines={lines}
        onSelect={messages.select}
        onEnter={() => focusTab(messages.tab.peek(), messageTabs)}
        actions={(message) => listMessageActions(message, selected.row, { again, onInspect })}
      />
      <MessagePane
        key={selected.message.exchange.id}
        selected={selected}
        model={model}
        again={again}
        onInspect={onInspect}
      />
    </div>
  );
}
