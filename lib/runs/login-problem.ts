/** The reason why a login returned no response, for the user. */
export interface LoginProblem {
  /** The headline; by default a general one. */
  title?: string;
  /** The problem and its remedy, in one or two sentences. */
  problem: string;
  /** The tenant's message: untrusted text, shown as a quotation. */
  said?: string;
  /** Possible causes to check at the tenant. */
  toCheck?: readonly string[];
}
