import { plural } from "../../encoding/plural.ts";
import { shorten } from "../../encoding/shorten.ts";
import type { DescribedFinding, DescribedFlow, DescribedStep } from "./describe-flow.ts";

/** Facts of an export, for its head. */
export interface ExportFacts {
  /** Version of the extension. */
  extension: string;
  /** Name and version of the browser. */
  browser: string;
  /** ISO 8601. */
  exportedAt: string;
}

/** Writes the head of a Markdown export: versions, and the number of flows and requests. */
export function writeMarkdownHead(
  { extension, browser, exportedAt }: ExportFacts,
  counts: { flows: number; requests: number },
): string {
  return [
    "# Login trace",
    "",
    `- Tenant Inspector ${inline(extension)}, ${inline(browser)}`,
    `- Exported ${exportedAt}`,
    `- ${plural(counts.flows, "flow")}, ${plural(counts.requests, "request")}`,
    "- Values are replaced, but for those known to be harmless. Equal pseudonyms stand for equal values.",
    "",
  ].join("\n");
}

/**
 * Writes a redacted flow as Markdown: where it stopped, the proven causes, the possible causes,
 * advice, and its requests.
 */
export function writeMarkdownFlow(flow: DescribedFlow, number: number): string {
  const title = [flow.kind, flow.clientId, flow.host].filter((text) => text !== undefined);
  const proven = flow.findings.filter(({ severity }) => severity !== "advice");
  const advice = flow.findings.filter(({ severity }) => severity === "advice");
  return [
    `## ${number}. ${title.map((text) => inline(text)).join(", ")}: ${inline(flow.verdict)}`,
    "",
    `Started ${inline(flow.startedAt)}, took ${flow.durationMs} ms, reached: ${inline(flow.phase)}.`,
    "",
    ...(flow.stop === undefined ? [] : writeStop(flow.stop)),
    ...proven.flatMap(writeFinding),
    // A proven cause leaves nothing to guess.
    ...(flow.meaning === undefined || proven.length > 0 ? [] : writeMeaning(flow.meaning)),
    ...advice.flatMap(writeFinding),
    ...(flow.unseen.length === 0
      ? []
      : ["### Not seen", "", ...flow.unseen.map((text) => `- ${inline(text)}`), ""]),
    "### Requests",
    "",
    ...flow.steps.map(writeStep),
    "",
  ].join("\n");
}

/** Writes the redacted requests that belong to no flow, to which a finding may refer. */
export function writeMarkdownDocuments(steps: readonly DescribedStep[]): string {
  return ["## Documents of the providers", "", ...steps.map(writeStep), ""].join("\n");
}

/** Writes the values that the user keeps; nothing without one. */
export function writeMarkdownKept(values: readonly string[]): string {
  if (values.length === 0) return "";
  return ["\n## Values kept by hand", "", ...values.map((value) => `- ${code(value)}`), ""].join(
    "\n",
  );
}

function writeStop({ sentence, request, said, expected }: NonNullable<DescribedFlow["stop"]>) {
  return [
    `**${inline(sentence)}.**`,
    "",
    `- Stopped in request ${request}. Expected next: ${inline(expected)}.`,
    ...said.map(({ name, text }) => `- Quoted, ${inline(name)}: ${code(text)}`),
    "",
  ];
}

function writeMeaning(meaning: NonNullable<DescribedFlow["meaning"]>): string[] {
  return [
    `### Possible causes: ${inline(meaning.title)}`,
    "",
    `${inline(meaning.means)} (${inline(meaning.requirement)})`,
    "",
    ...meaning.causes.map(
      ({ cause, check, remedy }) =>
        `- ${inline(cause)} Check: ${inline(check)} Remedy: ${inline(remedy)}`,
    ),
    "",
  ];
}

function writeFinding(finding: DescribedFinding): string[] {
  return [
    `### ${inline(finding.title)}`,
    "",
    `${inline(finding.severity)}, ${code(finding.id)}, ${inline(finding.requirement)}`,
    "",
    ...finding.seen.map(
      ({ request, isOutside, part, name, value }) =>
        `- Seen${isOutside ? " in a request of another flow" : request === undefined ? "" : ` in request ${request}`}, ${inline(part)}: ${code(name)} = ${code(shorten(value, maxValue))}`,
    ),
    `- Why: ${inline(finding.why)}`,
    `- Remedy: ${inline(finding.remedy)}`,
    ...(finding.copy === undefined ? [] : [`- Value to set: ${code(finding.copy)}`]),
    "",
  ];
}

/** Not as a numbered list: it would count on from its first number, whatever the others are. */
function writeStep(step: DescribedStep): string {
  const answer = step.status === 0 ? "no response" : `${step.status}`;
  const error = step.error === undefined ? "" : `, ${code(step.error)}`;
  const said = step.description === undefined ? "" : `: ${code(step.description)}`;
  return `- Request ${step.request}, ${inline(step.step)}: ${code(`${step.method} ${step.address}`)}, ${answer}${error}${said}`;
}

/**
 * Escapes everything that Markdown or HTML could read as more than text, on one line. `_` within a
 * word is text in the Markdown of issue trackers, and a backslash would become a part of a URL.
 */
function inline(text: string): string {
  return (
    oneLine(text)
      .replaceAll(/[\\`*{}[\]<>#+!|&~@$]|(?<![a-z\d])_|_(?![a-z\d])/giu, String.raw`\$&`)
      // Trackers look for mentions and issues after the backslashes are gone: a blank of no width
      // between the sign and the name prevents both.
      .replaceAll(/@(?=\w)|#(?=\d)/gu, "$&\u200b")
  );
}

/** Writes a text as code. Its fence is longer than each run of backticks inside. */
function code(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${line || " "}${fence}` : `${fence} ${line} ${fence}`;
}

const maxLine = 2000;
/** A token is long, and tells a reader of an issue nothing. */
const maxValue = 200;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return shorten(line, maxLine);
}
