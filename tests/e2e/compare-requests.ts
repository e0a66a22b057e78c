/** The decoded parameters of a request in their order. Names can repeat. */
export type RequestPairs = readonly (readonly [name: string, value: string])[];

/** Parameters that each request has of its own. */
const ownNames: ReadonlySet<string> = new Set(["state", "nonce", "code_challenge"]);

/**
 * Compares two authorization requests: the same decoded names and values in the same order, apart
 * from the values of state, nonce and challenge. Returns one sentence per difference.
 */
export function compareRequests(recorded: RequestPairs, sent: RequestPairs): string[] {
  const length = Math.max(recorded.length, sent.length);
  return Array.from({ length }, (_, at) => [write(recorded[at]), write(sent[at])] as const).flatMap(
    ([wanted, found], at) =>
      wanted === found ? [] : [`Parameter ${at + 1} is ${found}, and was ${wanted}.`],
  );
}

function write(pair: RequestPairs[number] | undefined): string {
  if (pair === undefined) return "missing";
  const [name, value] = pair;
  return JSON.stringify([name, ownNames.has(name) ? "(own)" : value]);
}
