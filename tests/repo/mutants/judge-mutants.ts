/** A planted fault: one place in one file, and the tests that must notice it. */
export interface Mutant {
  /** Ids of the rows (tests/repo/spec-rows) that the fault breaks. */
  readonly rows: readonly string[];
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

export interface Verdict {
  readonly mutant: Mutant;
  readonly outcome: "caught" | "survived" | "lost";
  /** One line for the reader. */
  readonly line: string;
}

/** The file with its fault; undefined when the place is not there exactly once, or nothing would change. */
export function plantFault(text: string, mutant: Mutant): string | undefined {
  const { find, replace } = mutant;
  if (find === "" || find === replace || text.split(find).length !== 2) return undefined;
  return text.replace(find, () => replace);
}

/** How the tests of a faulty file came out; `unloadable` when no test ran because a file could not be loaded. */
export type TestOutcome = "passed" | "failed" | "unloadable";

/** Judges one mutant: `runTests` gets the faulty text and says how the tests came out. */
export async function judgeMutant(
  mutant: Mutant,
  text: string,
  runTests: (faultyText: string) => Promise<TestOutcome>,
): Promise<Verdict> {
  const name = `${mutant.file}: ${JSON.stringify(mutant.find)} -> ${JSON.stringify(mutant.replace)}`;
  const faulty = plantFault(text, mutant);
  if (faulty === undefined) {
    return {
      mutant,
      outcome: "lost",
      line: `lost      ${name} (the place is not there exactly once)`,
    };
  }
  const tests = mutant.tests.join(", ");
  switch (await runTests(faulty)) {
    case "failed":
      return { mutant, outcome: "caught", line: `caught    ${name}` };
    case "passed":
      return { mutant, outcome: "survived", line: `survived  ${name} (${tests} still pass)` };
    case "unloadable":
      return {
        mutant,
        outcome: "lost",
        line: `lost      ${name} (${tests} cannot be loaded with it)`,
      };
  }
}

/** The last line, and whether the whole run is good. */
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
