import type { PreparedFlow } from "../../prepare-flow.ts";
import { readGiven } from "../evidence.ts";

/** Returns true if a code arrived, and the capture shows no use of it. */
export function isUnredeemed(prepared: PreparedFlow): boolean {
  const { flow } = prepared;
  return (
    flow.phase === "response" &&
    !prepared.isUnderWay &&
    flow.tokenRequests.length === 0 &&
    readGiven(prepared, "code") !== undefined
  );
}
