/**
 * A planted fault: one change in one file, and the tests that must fail with it. A fault represents
 * a table of the interface description (`row-faults.ts`) or a security rule (`security-faults.ts`).
 * Import edges need no fault here: `tests/repo/boundaries.test.ts` plants a violation of each.
 */
export interface PlantedFault {
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

export interface RowFault extends PlantedFault {
  /** ID of the row (tests/repo/spec-rows/rows.ts) that the fault breaks. */
  readonly row: string;
}

export interface Verdict {
  readonly outcome: "caught" | "survived" | "lost";
  /** The line of the report. */
  readonly line: string;
}

/**
 * The outcome of the tests of a faulty file; `unloadable` if no test ran because a file failed to
 * load.
 */
export type TestOutcome = "passed" | "failed" | "unloadable";

/** Returns the file with its fault; undefined unless the text occurs exactly once and changes. */
export function plantFault(text: string, { find, replace }: PlantedFault): string | undefined {
  if (find === "" || find === replace || text.split(find).length !== 2) return undefined;
  // A function, because a replacement text would interpret `$&`.
  return text.replace(find, () => replace);
}

/**
 * Plants one fault and classifies the outcome.
 *
 * @param name the rule or heading that the fault represents
 * @param runTests runs the fault's tests with the faulty text in place
 */
export async function checkFault(
  name: string,
  fault: PlantedFault,
  text: string,
  runTests: (faultyText: string) => Promise<TestOutcome>,
): Promise<Verdict> {
  const faulty = plantFault(text, fault);
  const where = `${name} (${fault.file})`;
  if (faulty === undefined) {
    return {
      outcome: "lost",
      line: `lost      ${where}: ${JSON.stringify(fault.find)} does not occur exactly once`,
    };
  }
  const tests = fault.tests.join(", ");
  switch (await runTests(faulty)) {
    case "failed":
      return { outcome: "caught", line: `caught    ${where}` };
    case "passed":
      return { outcome: "survived", line: `survived  ${where}: ${tests} still pass` };
    case "unloadable":
      return { outcome: "lost", line: `lost      ${where}: ${tests} cannot be loaded with it` };
  }
}

/** Returns the last line of the report, and whether every fault was caught. */
export function summarize(verdicts: readonly Verdict[]): {
  readonly line: string;
  readonly isGood: boolean;
} {
  const count = (outcome: Verdict["outcome"]): number =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const lost = count("lost");
  return {
    line: `${count("caught")} caught, ${count("survived")} survived${lost === 0 ? "" : `, ${lost} lost`}`,
    isGood: verdicts.length > 0 && count("caught") === verdicts.length,
  };
}
