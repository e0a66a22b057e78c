import { useEffect, useRef, useState } from "preact/hooks";
import {
  describeAnswer,
  describePayload,
  listMessageHeaders,
  listMessageTokens,
  type MessageBody,
  type MessageContent,
  type MessageToken,
} from "../../../lib/models/trace/describe-message.ts";
import { nameRequest } from "../../../lib/models/trace/describe-messages.ts";
import {
  findMarks,
  keyOfFact,
  type EvidencePlace,
} from "../../../lib/models/trace/locate-evidence.ts";
import type { SelectedMessage } from "../../../lib/models/trace/message-selection.ts";
import type { TraceModel } from "../../../lib/models/trace/trace-model.ts";
import { writeRequest } from "../../../lib/models/trace/write-request.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { TraceFinding } from "../../../lib/trace/verdict.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { focusTab, TabPanel, Tabs } from "../../shared/Tabs.tsx";
import { JsonTree } from "../JsonTree.tsx";
import { FactGroups } from "../sequence/FactGroups.tsx";
import { nameToken, TokenLine, type InspectToken } from "./FlowTokens.tsx";
import { RunAgain, type RunAgainActions } from "./RunAgain.tsx";

/** The group of the tabs of a message. */
export const messageTabs = "message";

type Mark = NonNullable<Parameters<typeof FactGroups>[0]["mark"]>;

/** Shows the selected message: its actions, and one part of it. */
export function MessagePane(props: {
  selected: SelectedMessage;
  model: InstanceType<typeof TraceModel>;
  again: RunAgainActions;
  onInspect: InspectToken;
}) {
  const { selected, model, again, onInspect } = props;
  const { row, message } = selected;
  const { messages } = model;
  const { id, url } = message.exchange;
  const tab = messages.tab.value;
  const place = useRef<HTMLElement>(null);
  useFocusedPlace(place, messages.focused.value);
  const tokens = listMessageTokens(message, row);
  const marks = findMarks(message, row);
  const mark: Mark = (fact) => {
    const findings = marks.get(keyOfFact(fact));
    if (findings === undefined) return undefined;
    return {
      key: keyOfFact(fact),
      note: <FindingLinks findings={findings} onShow={model.showFinding} />,
    };
  };
  return (
    <section class="message-pane" ref={place} aria-label="Selected message">
      <div class="message-head">
        <code>{writeName(nameRequest(url))}</code>
        <div class="actions">
          <RunAgain
            actions={again}
            read={({ readRequest }) => readRequest(message, row.flow.messages)}
          />
          <CopyButton
            name="as cURL"
            isNamed
            text={async () => writeRequest(row.flow, id, "curl")}
          />
          <CopyButton
            name="as fetch"
            isNamed
            text={async () => writeRequest(row.flow, id, "fetch")}
          />
        </div>
      </div>
      <Tabs
        group={messageTabs}
        label="Parts of the message"
        selected={tab}
        onSelect={messages.showTab}
        tabs={[
          { name: "headers", title: "Headers" },
          { name: "payload", title: "Payload" },
          { name: "response", title: "Response" },
          { name: "tokens", title: `Tokens (${tokens.length})` },
        ]}
      />
      <TabPanel group={messageTabs} name={tab}>
        {tab === "headers" ? (
          <FactGroups groups={listMessageHeaders(message)} mark={mark} />
        ) : tab === "payload" ? (
          <Content name="request" content={describePayload(message)} mark={mark} />
        ) : tab === "response" ? (
          <Content name="response" content={describeAnswer(message)} mark={mark} />
        ) : (
          <MessageTokens tokens={tokens} onInspect={({ token }) => onInspect(token, row)} />
        )}
      </TabPanel>
    </section>
  );
}

/** Focuses the value that the user asked for, or the tab that would have it. */
function useFocusedPlace(pane: { current: HTMLElement | null }, place: EvidencePlace | undefined) {
  useEffect(() => {
    if (place === undefined) return;
    const values = pane.current?.querySelectorAll<HTMLElement>("[data-fact]") ?? [];
    const value = [...values].find(({ dataset }) => dataset["fact"] === place.factKey);
    if (value === undefined) focusTab(place.tab, messageTabs);
    else {
      value.focus();
      value.scrollIntoView({ block: "nearest" });
    }
  }, [pane, place]);
}

function FindingLinks(props: { findings: readonly TraceFinding[]; onShow: (id: string) => void }) {
  return (
    <>
      {props.findings.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          class="button link"
          title={title}
          aria-label={`Show the finding: ${title}`}
          onClick={() => props.onShow(id)}
        >
          finding
        </button>
      ))}
    </>
  );
}

function Content(props: { name: "request" | "response"; content: MessageContent; mark: Mark }) {
  const { groups, body } = props.content;
  return (
    <>
      {groups.length === 0 ? null : <FactGroups groups={groups} mark={props.mark} />}
      {body === undefined ? null : <Body name={props.name} body={body} />}
    </>
  );
}

function Body({ name, body }: { name: "request" | "response"; body: MessageBody }) {
  switch (body.kind) {
    case "none":
      return <p class="quiet">{body.sentence}</p>;
    case "json":
      return <JsonTree label={`Body of the ${name} as JSON`} {...body} />;
    case "text":
      return <MessageText label={`Body of the ${name}`} body={body} />;
  }
  return body satisfies never;
}

function MessageTokens(props: {
  tokens: readonly MessageToken[];
  onInspect: (token: MessageToken) => void;
}) {
  if (props.tokens.length === 0) return <p class="quiet">This message has no token.</p>;
  return (
    <ul class="flow-tokens" aria-label="Tokens of this message">
      {props.tokens.map((one) => (
        <li key={one.token.text}>
          <TokenLine token={one.token} onInspect={() => props.onInspect(one)}>
            {one.direction === "delivered" ? "in the response" : "in the request"}
          </TokenLine>
          {one.content === undefined ? null : (
            <JsonTree label={`Decoded ${nameToken(one.token)}`} {...one.content} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shows the beginning of a body that is not JSON. Its secrets are hidden until the user asks. */
function MessageText(props: { label: string; body: Extract<MessageBody, { kind: "text" }> }) {
  const { shown, redacted, more, copy } = props.body;
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div class="message-text">
      <div class="actions">
        <CopyButton name="everything" isNamed text={copy} />
        {redacted === shown ? null : (
          <button
            type="button"
            class="button"
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
          >
            {isRevealed ? "Hide secrets" : "Show secrets"}
          </button>
        )}
      </div>
      <pre role="region" tabIndex={0} aria-label={props.label}>
        {isRevealed ? shown : redacted}
      </pre>
      {more === 0 ? null : <p class="quiet">{more} more characters. A copy contains them.</p>}
    </div>
  );
}
