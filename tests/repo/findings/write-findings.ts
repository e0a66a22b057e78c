import { adviceRows } from "../../../lib/trace/advice/rows.ts";
import type { Contradiction } from "../../../lib/trace/contradictions/contradiction.ts";
import { contradictions } from "../../../lib/trace/contradictions/contradictions.ts";
import type { MeaningRow } from "../../../lib/trace/meanings/meaning.ts";
import { meanings } from "../../../lib/trace/meanings/meanings.ts";

/** Writes `docs/findings.md`: all that Trace can say about a login, from its three tables. */
export function writeFindings(): string {
  return [
    "# What Trace can say about a login",
    "",
    "`npm run findings` writes this file from the tables in `lib/trace`. Trace first says where a login stopped. A contradiction is",
    "proven: both values stand on the wire. A meaning explains a stop, and its causes are possible ones. Advice never makes a login fail.",
    "",
    `## Contradictions (${contradictions.length})`,
    "",
    ...contradictions.flatMap(writeContradiction),
    `## Meanings of stops (${meanings.length})`,
    "",
    "The first row that fits a stop explains it.",
    "",
    ...meanings.flatMap(writeMeaning),
    `## Advice (${adviceRows.length})`,
    "",
    ...adviceRows.flatMap((row) => [
      `### ${row.title}`,
      "",
      `\`${row.id}\`. ${row.requirement}.`,
      "",
      `${row.why} **Remedy:** ${row.remedy}`,
      "",
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function writeContradiction(row: Contradiction): string[] {
  return [
    `### ${row.title}`,
    "",
    `\`${row.id}\`, ${describeRefusal(row)}. ${row.requirement}.`,
    "",
    `${row.why} **Remedy:** ${row.remedy}`,
    "",
  ];
}

function describeRefusal({ refused, isLeak }: Contradiction): string {
  if (isLeak === true) return "an error in any login, because a secret leaked";
  if (refused === undefined) return "advice";
  const at = refused.at.length > 4 ? "any step" : refused.at.join(", ");
  const silent = refused.silentlyAt === undefined ? "" : "; a page refuses it without a message";
  return `the cause of a stop by ${refused.by.join(", ")} at ${at}${silent}`;
}

function writeMeaning({
  step,
  by,
  codes,
  title,
  means,
  causes,
  requirement,
}: MeaningRow): string[] {
  const at = step.length > 4 ? "any step" : step.join(", ");
  const said = codes === undefined ? "" : `, with ${codes.map((code) => `\`${code}\``).join(", ")}`;
  return [
    `### ${title}`,
    "",
    `Stopped at: ${at}, by: ${by.join(", ")}${said}. ${requirement}.`,
    "",
    means,
    "",
    ...causes.map(
      ({ cause, check, remedy }) => `- ${cause} **Check:** ${check} **Fix:** ${remedy}`,
    ),
    "",
  ];
}
