import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import type { TraceFinding } from "../../../../lib/trace/judge-flow.ts";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import type { ExpectedLogin } from "../../../trace-corpus/expected-login.ts";

/** How often the rules are right about a set of logins whose author had not seen them. */
export interface BlindFigures {
  faulty: number;
  /** The faulty logins whose top finding names the cause. */
  right: number;
  /** The faulty logins of which some finding names the cause. */
  found: number;
  errors: number;
  /** The errors that name the cause of their login. */
  errorsRight: number;
  clean: number;
  /** The clean logins without an error. */
  quiet: number;
  /** A line for each login whose top finding or one of whose errors is wrong. */
  missed: string[];
}

interface Verdict {
  top: TraceFinding | undefined;
  errors: TraceFinding[];
}

/** Returns the top cause of a captured login, an error before others, and all its errors. */
async function judge(path: string): Promise<Verdict> {
  const text = readFileSync(path, "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(`${path}: ${file.message}`);
  const { flows } = await readTrace(file.exchanges);
  const tops = flows.flatMap(({ verdict }) => verdict.findings.slice(0, 1));
  const causes = tops.filter(({ rank }) => rank === "cause");
  return {
    top: causes.find(({ severity }) => severity === "error") ?? causes[0],
    errors: flows.flatMap(({ verdict }) =>
      verdict.findings.filter(({ severity }) => severity === "error"),
    ),
  };
}

const idOf = (finding: TraceFinding | undefined) => finding?.rule.id;
const idsOf = (findings: readonly TraceFinding[]) => findings.map(idOf).join(", ");

/**
 * Judges each login of a set.
 *
 * @param folder of the `.har` files
 * @param accepted the rules that name the cause, by the name of each faulty login
 */
export async function judgeBlindSet(
  folder: string,
  logins: readonly ExpectedLogin[],
  accepted: Readonly<Record<string, readonly string[]>>,
): Promise<BlindFigures> {
  const missed: string[] = [];
  const figures = { faulty: 0, right: 0, found: 0, errors: 0, errorsRight: 0, clean: 0, quiet: 0 };
  for (const login of logins) {
    const { top, errors } = await judge(join(folder, `${login.name}.har`));
    const isRight = (finding: TraceFinding | undefined) =>
      accepted[login.name]?.includes(idOf(finding) ?? "") === true;
    const wrong = errors.filter((finding) => !isRight(finding));
    figures.errors += errors.length;
    figures.errorsRight += errors.length - wrong.length;
    if ("clean" in login) {
      figures.clean += 1;
      figures.quiet += errors.length === 0 ? 1 : 0;
    } else {
      figures.faulty += 1;
      figures.right += isRight(top) ? 1 : 0;
      figures.found += isRight(top) || errors.some(isRight) ? 1 : 0;
    }
    const isTopWrong = "cause" in login && !isRight(top);
    if (isTopWrong || wrong.length > 0)
      missed.push(`${login.name}: top ${idOf(top)}, wrong errors: ${idsOf(wrong)}`);
  }
  return { ...figures, missed };
}

/** Writes the figures as one line. */
export function describeFigures(set: string, figures: BlindFigures): string {
  const { right, faulty, found, errors, errorsRight, clean, quiet } = figures;
  return (
    `${set}: top cause right in ${right} of ${faulty}; recall ${found} of ${faulty}; ` +
    `precision ${errorsRight} of ${errors} errors; ${quiet} of ${clean} clean without an error`
  );
}
