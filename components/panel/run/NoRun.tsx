import type { Operation } from "../../../lib/runs/operation.ts";
import { EmptyState } from "../../shared/EmptyState.tsx";

/** Tells what the first run will show. */
export function NoRun({ operation: { action, group, leavesFor } }: { operation: Operation }) {
  if (group !== "Log in") {
    return <EmptyState>Press “{action}” to see each step and the result.</EmptyState>;
  }
  return (
    <EmptyState>
      {action} to see each step and decode the tokens.
      {leavesFor === undefined
        ? null
        : " In the extension, the login opens in a new window, and the inspected page is not affected."}
    </EmptyState>
  );
}
