import type { DerivedValue } from "../exchange.ts";
import { readParameter } from "../parameters.ts";
import type { JudgedFlow } from "../read-trace.ts";

/**
 * Lists what the judgement of these flows depends on and a file without secrets lacks, by the id of
 * the exchange that it belongs to.
 */
export function listDerived(
  flows: readonly JudgedFlow[],
): ReadonlyMap<number, readonly DerivedValue[]> {
  const derived = new Map<number, DerivedValue[]>();
  const add = (id: number, by: DerivedValue["by"], is: string | undefined) => {
    if (is === undefined) return;
    const list = derived.get(id) ?? [];
    derived.set(id, list);
    if (!list.some((value) => value.by === by)) list.push({ by, is });
  };
  for (const { flow, prepared } of flows) {
    for (const { request, exchange } of flow.tokenRequests) {
      const verifier = readParameter(request, "code_verifier");
      add(exchange.id, "S256", prepared.challenges.get(verifier ?? ""));
    }
    const { idToken } = prepared;
    if (idToken === undefined) continue;
    const { id } = idToken.token.message.exchange;
    add(id, "at_hash", idToken.hashes.at_hash);
    add(id, "c_hash", idToken.hashes.c_hash);
    add(id, "signature", idToken.signature?.kind);
  }
  return derived;
}
