import { describe, expect, test } from "vitest";
import {
  fuzzTrace,
  listTraceFailures,
  type TraceFuzzOptions,
} from "../../../fuzz/trace/fuzz-trace.ts";

/** Each file takes the same time: only `npm run fuzz` compares times, which a busy machine spoils. */
const createSteadyClock = () => {
  let time = 0;
  return () => (time += 1);
};

const run = (inputs: number, alter?: TraceFuzzOptions["alter"]) =>
  fuzzTrace({
    seed: 20_261_123,
    inputs,
    now: createSteadyClock(),
    ...(alter !== undefined && { alter }),
  });

describe("the Trace tab under generated files", () => {
  test("reads or refuses each with a sentence, makes no request, and stays within bounds", async () => {
    const report = await run(1000);
    expect(listTraceFailures(report)).toEqual([]);
    expect(Object.keys(report.kinds)).toEqual(
      expect.arrayContaining(["login, failed", "logout, clean"]),
    );
    // A thousand files take many seconds on an idle machine.
  }, 180_000);

  test("gets the same files when the seed is the same", async () => {
    const [first, second] = [await run(100), await run(100)];
    expect(second.kinds).toEqual(first.kinds);
  });
});

describe("the fuzzer of files", () => {
  test.each<[name: string, alter: NonNullable<TraceFuzzOptions["alter"]>, problem: RegExp]>([
    [
      "an exception",
      () => {
        throw new Error("planted");
      },
      /throws Error: planted/,
    ],
    [
      "an unhandled rejection",
      (outcome) => {
        void Promise.reject(new Error("planted"));
        return outcome;
      },
      /unhandled: Error: planted/,
    ],
    [
      "a request",
      (outcome) => {
        fetch("https://elsewhere.example/").catch(() => undefined);
        return outcome;
      },
      /^\d+ requests$/,
    ],
    [
      "a refusal that is no sentence",
      (outcome) => ({ ...outcome, refusal: "undefined" }),
      /refused without reason/,
    ],
    [
      "markup in an export",
      (outcome) => ({ ...outcome, exports: { markdown: "a <img src=x>" } }),
      /markup in Markdown/,
    ],
    [
      "an export that is cut off",
      (outcome) => ({ ...outcome, exports: { har: '{"log":' } }),
      /HAR that is no JSON/,
    ],
    ["files that are no HAR", (outcome) => ({ exports: outcome.exports }), /are a HAR$/],
  ])("finds %s", async (_name, alter, problem) => {
    const failures = listTraceFailures(await run(70, alter));
    expect(failures.some((failure) => problem.test(failure))).toBe(true);
  });
});
