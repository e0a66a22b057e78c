import { describe, expect, test } from "vitest";
import {
  fuzzTokens,
  writeOrdinaryToken,
  type TokenFuzzOptions,
} from "../../../../fuzz/tokens/fuzz-tokens.ts";
import { listFailures, maxPace } from "../../../../fuzz/tokens/list-failures.ts";
import { createPace } from "../../../../fuzz/measure-pace.ts";

/** Each input takes the same time: only `npm run fuzz` compares times, which a busy machine spoils. */
const createSteadyClock = () => {
  let time = 0;
  return () => (time += 1);
};

const run = (inputs: number, alter?: TokenFuzzOptions["alter"]) =>
  fuzzTokens({
    seed: 20_261_122,
    inputs,
    now: createSteadyClock(),
    ...(alter !== undefined && { alter }),
  });

describe("the Tokens tab under generated texts", () => {
  test("has an outcome with sentences for each, makes no request, and stays within its bounds", async () => {
    const report = await run(2000);
    expect(listFailures(report)).toEqual([]);
    expect(Object.keys(report.kinds)).toEqual(
      expect.arrayContaining(["read", "unreadable", "encrypted", "opaque"]),
    );
    expect(report.answers).toMatchObject({ accepted: expect.any(Number) });
  });

  test("gets the same texts when the seed is the same", async () => {
    const [first, second] = [await run(300), await run(300)];
    expect(second.kinds).toEqual(first.kinds);
  });
});

describe("the fuzzer of tokens", () => {
  test.each<[name: string, alter: NonNullable<TokenFuzzOptions["alter"]>, problem: RegExp]>([
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
      async (outcome) => {
        await fetch("https://elsewhere.example/").catch(() => undefined);
        return outcome;
      },
      /^\d+ requests$/,
    ],
    ["a missing verdict", (outcome) => ({ ...outcome, verdict: undefined }), /has no verdict/],
    [
      "a report of unknown shape",
      ({ report, ...rest }) => ({
        ...rest,
        report: report && Object.assign({ ...report }, { kind: "x" }),
      }),
      /unknown shape/,
    ],
    [
      "a failure without a sentence",
      ({ report, ...rest }) => ({
        ...rest,
        report:
          report?.kind === "unreadable"
            ? { ...report, failure: { ...report.failure, message: "[object Object]" } }
            : report,
      }),
      /no sentence about the failure/,
    ],
    [
      "an error of the library without a sentence",
      (outcome) => ({
        ...outcome,
        answer: {
          kind: "rejected",
          error: "invalid_token",
          errorDescription: "",
          reason: "x",
          remedy: undefined,
        },
      }),
      /library without a sentence/,
    ],
    [
      "a report much longer than its text",
      ({ report, ...rest }) => ({
        ...rest,
        report: report && Object.assign({ ...report }, { more: "x".repeat(200_000) }),
      }),
      /characters of report/,
    ],
  ])("reports %s", async (_name, alter, problem) => {
    const report = await run(40, alter);
    expect(listFailures(report)).toContainEqual(expect.stringMatching(problem));
  });

  test("reports an input that takes many times as long as an ordinary token of its length", async () => {
    let steps = 0;
    const process = async (text: string): Promise<void> => {
      steps += text.length * (text.startsWith("slow") ? 2 * maxPace : 1);
    };
    const pace = await createPace(process, writeOrdinaryToken, () => steps);
    await pace.time("fast".repeat(1000));
    expect(pace.worst().multiple).toBeLessThan(2);
    await pace.time(`slow${"x".repeat(4000)}`);
    expect(pace.worst().multiple).toBeGreaterThan(maxPace);
  });
});
