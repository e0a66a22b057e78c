import { createExchangeRedactor } from "../../lib/redaction/kept/create-exchange-redactor.ts";
import type { Exchange } from "../../lib/trace/exchange.ts";
import { describeFlow, type DescribedFlow } from "../../lib/trace/file/describe-flow.ts";
import { redactFlow } from "../../lib/trace/file/redact-flow.ts";
import { readTraceFile } from "../../lib/trace/file/read-trace-file.ts";
import { writeMarkdownFlow } from "../../lib/trace/file/write-markdown.ts";
import { readTrace } from "../../lib/trace/read-trace.ts";

/** The judgement of one flow, in one line of JSON. */
export interface Judgement {
  file: string;
  kind: string;
  host: string;
  endedWell: boolean;
  stop: { step: string; by: string; method: string; url: string; said: Quote[] } | null;
  proven: { id: string; title: string; severity: string }[];
  /** The possible causes, likeliest first; none beside a proven cause. */
  possible: string[];
  advice: string[];
  unseen: string[];
}
type Quote = NonNullable<DescribedFlow["stop"]>["said"][number];

/** A judged flow, as JSON and as the panel's words. */
export interface JudgedLine {
  judgement: Judgement;
  text: string;
}

/**
 * Judges the flows of a HAR file or of an export of the Trace tab.
 *
 * @param file the name of the file, for the output
 * @param keepsSecrets false to remove all secrets, as an export does
 * @throws {Error} with the remedy, if the text is no such file
 */
export async function judgeFile(
  file: string,
  text: string,
  { keepsSecrets }: { keepsSecrets: boolean },
): Promise<JudgedLine[]> {
  const read = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!read.ok) throw new Error(`${file}: ${read.message}`);
  const { flows } = await readTrace(read.exchanges);
  const places = new Map(read.exchanges.map(({ id }, index) => [id, index + 1]));
  const described = flows.map((flow) => describeFlow(flow, places));
  const shown = keepsSecrets ? described : redact(described, read.exchanges);
  return shown.map((flow, index) => ({
    judgement: judge(file, flow),
    text: writeMarkdownFlow(flow, index + 1),
  }));
}

/** Collects the secrets of the whole file first: a description can quote one of another request. */
function redact(flows: readonly DescribedFlow[], exchanges: readonly Exchange[]): DescribedFlow[] {
  const redactor = createExchangeRedactor();
  for (const exchange of exchanges) redactor.reserve(exchange);
  for (const exchange of exchanges) redactor.collect(exchange);
  return flows.map((flow) => redactFlow(flow, redactor));
}

function judge(file: string, flow: DescribedFlow): Judgement {
  const { kind, host, verdict, stop, findings, meaning, unseen } = flow;
  const proven = findings.filter(({ severity }) => severity !== "advice");
  const advice = findings.filter(({ severity }) => severity === "advice");
  const at = flow.steps.find(({ request }) => request === stop?.request);
  return {
    file,
    kind,
    host,
    endedWell: verdict === "clean",
    stop:
      stop === undefined
        ? null
        : {
            step: stop.step,
            by: stop.by,
            method: at?.method ?? "",
            url: at?.address ?? "",
            said: stop.said,
          },
    proven: proven.map(({ id, title, severity }) => ({ id, title, severity })),
    possible: proven.length > 0 ? [] : (meaning?.causes ?? []).map(({ cause }) => cause),
    advice: advice.map(({ id }) => id),
    unseen,
  };
}
