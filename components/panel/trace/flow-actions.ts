import { listMessageTokens } from "../../../lib/models/trace/describe-message.ts";
import { writeRequest } from "../../../lib/models/trace/write-request.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import type { RequestReading } from "../../../lib/runs/from-request/captured-request.ts";
import type { AuthMessage } from "../../../lib/trace/message.ts";
import type { FlowToken } from "../../../lib/trace/prepared-flow.ts";
import type { JudgedFlow } from "../../../lib/trace/read-trace.ts";
import { copyAction, hideAction, type RowAction } from "../RowMenu.tsx";
import type { FlowWays } from "./flow-ways.ts";
import { nameToken } from "./FlowTokens.tsx";
import type { RequestReader, RunAgainActions } from "./RunAgain.tsx";

/** Lists what a user can do with a flow of the list. */
export function listFlowActions(row: JudgedFlow, ways: FlowWays): RowAction[] {
  const { model, again, onReport, onInspect } = ways;
  const { flow, prepared } = row;
  const open = () => model.open(flow.id);
  return [
    {
      title: "Open in a wide view",
      act: () => {
        open();
        model.setWide(true);
      },
    },
    runAgain(again, ({ readFlow }) => readFlow(flow.messages)),
    ...(model.comparison.isComparable(row)
      ? [
          {
            title: "Compare with…",
            act: () => {
              open();
              model.comparison.start();
            },
          },
        ]
      : []),
    ...openTokens(prepared.tokens, (token) => onInspect(token, row)),
    copyAction("Copy as Markdown", () => onReport(row)),
    ...hideAlike(row, model.filter.hide),
  ];
}

/** Lists what a user can do with a message of an opened flow. */
export function listMessageActions(
  message: AuthMessage,
  row: JudgedFlow,
  { again, onInspect }: Pick<FlowWays, "again" | "onInspect">,
): RowAction[] {
  const { flow } = row;
  const copy = (title: string, format: Parameters<typeof writeRequest>[2]) =>
    copyAction(title, () => writeRequest(flow, message.exchange.id, format));
  const tokens = listMessageTokens(message, row).map(({ token }) => token);
  return [
    runAgain(again, ({ readRequest }) => readRequest(message, flow.messages)),
    ...openTokens(tokens, (token) => onInspect(token, row)),
    copy("Copy URL", "url"),
    copy("Copy as cURL", "curl"),
    copy("Copy as fetch", "fetch"),
  ];
}

function runAgain(
  { requests, onRunAgain }: RunAgainActions,
  read: (reader: RequestReader) => RequestReading,
): RowAction {
  return {
    title: "Run again",
    act: async () => {
      const reader = await requests.load();
      if (reader === undefined)
        return { sentence: "Could not load “Run again”. Reload the panel.", isProblem: true };
      const reading = read(reader);
      if (!reading.ok) return { sentence: writeName(reading.reason), isProblem: true };
      onRunAgain(reading.run);
      return undefined;
    },
  };
}

/** One action for each token; a second token of a name has a number. */
function openTokens(
  tokens: readonly FlowToken[],
  onInspect: (token: FlowToken) => void,
): RowAction[] {
  return tokens.map((token, index) => {
    const name = nameToken(token);
    const before = tokens.slice(0, index).filter((one) => one.name === token.name).length;
    const title = `Open ${name}${before === 0 ? "" : ` ${before + 1}`} in Tokens`;
    return { title, act: () => onInspect(token) };
  });
}

/** Hides the flows of the same client; without one, those at the same host. */
function hideAlike({ flow }: JudgedFlow, hide: (word: string) => void): RowAction[] {
  const { clientId = "", host } = flow;
  const byClient = hideAction(`Hide flows of ${writeName(clientId)}`, clientId, hide);
  return byClient.length > 0
    ? byClient
    : hideAction(`Hide flows at ${writeName(host)}`, host, hide);
}
