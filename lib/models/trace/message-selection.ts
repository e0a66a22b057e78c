import { computed, batch, signal, type ReadonlySignal } from "@preact/signals";
import type { AuthMessage } from "../../trace/message.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import type { Evidence } from "../../trace/evidence.ts";
import { listMessageFacts } from "./describe-message.ts";
import { locateEvidence, type EvidencePlace, type MessageTab } from "./locate-evidence.ts";
import { readOnly } from "../read-only.ts";

/** A message of the opened flow. */
export interface SelectedMessage {
  row: JudgedFlow;
  message: AuthMessage;
}

/** Keeps the selected message of the opened flow, and the tab that shows a part of it. */
export function createMessageSelection(opened: ReadonlySignal<JudgedFlow | undefined>) {
  const chosenId = signal<number | undefined>(undefined);
  const tab = signal<MessageTab>("headers");
  /** A new object with each request, so that the view focuses the same place once more. */
  const focused = signal<EvidencePlace | undefined>(undefined);

  const selected = computed<SelectedMessage | undefined>(() => {
    const row = opened.value;
    if (row === undefined) return undefined;
    const message =
      row.flow.messages.find(({ exchange }) => exchange.id === chosenId.value) ?? suggest(row);
    return message === undefined ? undefined : { row, message };
  });

  return {
    selected,
    tab: readOnly(tab),
    /** The place to focus after the messages are drawn. */
    focused: readOnly(focused),

    /** Selects a message; the tab stays. */
    select(id: number): void {
      batch(() => {
        chosenId.value = id;
        focused.value = undefined;
      });
    },
    /** Selects a message, and focuses its tab. */
    show(id: number): void {
      batch(() => {
        chosenId.value = id;
        focused.value = { tab: tab.peek() };
      });
    },
    showTab(next: MessageTab): void {
      batch(() => {
        tab.value = next;
        focused.value = undefined;
      });
    },
    /** Ends the request to focus a place: the view was left. */
    leave(): void {
      focused.value = undefined;
    },
    /** Selects the message that a finding names, and the place of the value in it. */
    showEvidence(evidence: Evidence): void {
      const { message } = evidence;
      if (message === undefined) return;
      const place = locateEvidence(listMessageFacts(message), evidence);
      batch(() => {
        chosenId.value = message.exchange.id;
        tab.value = place.tab;
        focused.value = place;
      });
    },
  };
}

/** Suggests the message that proves the cause, otherwise the one of the stop, or the first. */
function suggest({ flow: { messages }, stop, verdict }: JudgedFlow): AuthMessage | undefined {
  const top = verdict.findings.find(({ rank }) => rank !== "advice");
  const named = top?.seen.find(({ message }) => message !== undefined)?.message ?? stop?.at;
  const isOwn = named !== undefined && messages.some(({ exchange }) => exchange === named.exchange);
  if (isOwn) return named;
  return messages[0];
}
