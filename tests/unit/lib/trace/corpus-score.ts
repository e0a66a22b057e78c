import { readFile } from "node:fs/promises";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import type { TraceFinding } from "../../../../lib/trace/judge-flow.ts";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import type { CorpusCase } from "../../../trace-corpus/corpus-case.ts";

/** The findings of a captured login. */
export interface CorpusFindings {
  /** The first cause of the first flow that has one. */
  top?: TraceFinding;
  all: readonly TraceFinding[];
}

/** Reads a capture and judges its flows. */
export async function judgeCapture(path: string): Promise<CorpusFindings> {
  const text = await readFile(path, "utf8");
  const file = await readTraceFile(text, () => Promise.resolve(), new AbortController().signal);
  if (!file.ok) throw new Error(`${path}: ${file.message}`);
  const { flows } = await readTrace(file.exchanges);
  const [top] = flows
    .flatMap(({ verdict }) => verdict.findings.slice(0, 1))
    .filter(({ rank }) => rank === "cause");
  const all = flows.flatMap(({ verdict }) => verdict.findings);
  return { ...(top === undefined ? {} : { top }), all };
}

/** Counts how often the findings of a set of captured logins are right. */
export class CorpusScore {
  #faulty = 0;
  #topRight = 0;
  #found = 0;
  #clean = 0;
  #withoutError = 0;
  #errors = 0;
  #rightErrors = 0;

  add({ cause, others = [] }: CorpusCase, { top, all }: CorpusFindings): void {
    const errors = all.filter(({ severity }) => severity === "error");
    // An error of a clean login is wrong, also if its case lists it.
    const isRight = (id: string) => cause !== undefined && (id === cause || others.includes(id));
    this.#errors += errors.length;
    this.#rightErrors += errors.filter(({ rule }) => isRight(rule.id)).length;
    if (cause === undefined) {
      this.#clean += 1;
      this.#withoutError += errors.length === 0 ? 1 : 0;
      return;
    }
    this.#faulty += 1;
    this.#topRight += top?.rule.id === cause ? 1 : 0;
    this.#found += all.some(({ rule }) => rule.id === cause) ? 1 : 0;
  }

  /** Precision of the errors, recall of the causes, and the share of right top findings. */
  describe(): string {
    return [
      `precision ${share(this.#rightErrors, this.#errors)} of errors`,
      `recall ${share(this.#found, this.#faulty)} of causes`,
      `top-1 ${share(this.#topRight, this.#faulty)} of faulty logins`,
      `${this.#withoutError} of ${this.#clean} clean logins without an error`,
    ].join("; ");
  }
}

function share(part: number, whole: number): string {
  return `${(whole === 0 ? 1 : part / whole).toFixed(3)} (${part} of ${whole})`;
}
