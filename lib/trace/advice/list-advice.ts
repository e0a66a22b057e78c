import type { Evidence } from "../evidence.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import type { AdviceRow } from "./advice.ts";
import { adviceRows } from "./rows.ts";

/** Advice about a flow, with the values that show it. */
export interface Advice {
  row: AdviceRow;
  seen: readonly Evidence[];
}

/** Lists what works in a flow and is weak. */
export function listAdvice(prepared: PreparedFlow): Advice[] {
  return adviceRows.flatMap((row) => {
    const seen = row.find(prepared);
    return seen === undefined ? [] : [{ row, seen }];
  });
}
