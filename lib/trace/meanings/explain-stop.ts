import { readHeader } from "../exchange.ts";
import type { Flow } from "../flow.ts";
import type { Stop } from "../stop/stop.ts";
import type { Meaning, MeaningRow } from "./meaning.ts";
import { meanings } from "./meanings.ts";

/**
 * Returns the meaning of a stop with its possible causes: the first row of the table that fits.
 * Nothing of it is proven.
 *
 * @throws {Error} if the table has no row for the step and the party, which a test excludes
 */
export function explainStop(stop: Stop, flow: Flow): Meaning {
  const codes = listCodes(stop);
  const row = meanings.find((each) => fits(each, stop, flow, codes));
  if (row === undefined) throw new Error(`No meaning of a stop at ${stop.step} by ${stop.by}.`);
  return row;
}

function fits(
  { step, by, codes: wanted, when }: MeaningRow,
  stop: Stop,
  flow: Flow,
  codes: ReadonlySet<string>,
): boolean {
  return (
    step.includes(stop.step) &&
    by.includes(stop.by) &&
    (wanted === undefined || wanted.some((code) => codes.has(code))) &&
    (when === undefined || when(stop, flow))
  );
}

/** Lists the codes that were said: the status, the error, and that of the challenge. */
function listCodes({ said, at }: Stop): ReadonlySet<string> {
  const challenge = readHeader(at.exchange.responseHeaders, "www-authenticate") ?? "";
  const challenged = /\berror="?([\w.-]+)/u.exec(challenge)?.[1];
  const texts = said
    .filter(({ name }) => name === "status" || name === "error" || name === "network error")
    .map(({ text }) => text);
  return new Set(challenged === undefined ? texts : [...texts, challenged]);
}
