import type { TokenFuzzReport } from "./fuzz-tokens.ts";

/** The limit of the time for an input, as a multiple of an ordinary token of the same length. */
export const maxPace = 25;
/** The limit of the characters of a report for each character of its input. */
const maxSize = 60;
/** The limit of the heap at the end, as a multiple of the heap after the first fifth. */
const maxHeapGrowth = 1.5;
/** The smallest share of the inputs that must be decoded as a JWS. */
const minRead = 0.5;

/** Lists why a run of the fuzzer failed; empty for a good run. */
export function listFailures(report: TokenFuzzReport): string[] {
  const { inputs, read, problems, requests, worstPace, slowest, worstSize, heapGrowth } = report;
  return [
    ...problems,
    ...(requests === 0 ? [] : [`${requests} requests`]),
    ...(read / inputs >= minRead ? [] : [`only ${read} of ${inputs} inputs are a JWS`]),
    ...(worstPace <= maxPace ? [] : [`${slowest} takes ${worstPace} times as long as a token`]),
    ...(worstSize <= maxSize ? [] : [`${worstSize} characters of report for each of the input`]),
    ...(heapGrowth <= maxHeapGrowth ? [] : [`the heap grew to ${heapGrowth} times its size`]),
  ];
}
