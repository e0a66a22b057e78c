import type { MessageKind } from "../message.ts";
import type { RequestFacts } from "./request-facts.ts";

/** A request with its kind, and the one that led to it. */
export interface Recognised {
  facts: RequestFacts;
  kind?: MessageKind;
  from?: Recognised;
}
