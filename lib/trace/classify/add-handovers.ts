import { readParameter } from "../parameters.ts";
import { readReceivedResponse } from "./read-response.ts";
import type { Recognised } from "./recognised.ts";

/**
 * Finds the requests by which a page gives the code of its callback to its own server. They have
 * any path and any shape: the value of the code tells.
 */
export function addHandovers(all: readonly Recognised[]): void {
  const callbacks = new Map<string, Recognised>();
  for (const each of all) {
    const { kind, facts } = each;
    if (kind === "callback") {
      const code = readParameter(readReceivedResponse(facts)?.parameters ?? [], "code");
      if (code) callbacks.set(code, each);
    } else if (kind === undefined && facts.isFetch && facts.method !== "OPTIONS") {
      const code = readParameter(facts.body, "code") ?? readParameter(facts.query, "code");
      const callback = code === undefined ? undefined : callbacks.get(code);
      if (callback === undefined) continue;
      each.kind = "handover";
      each.from = callback;
    }
  }
}
