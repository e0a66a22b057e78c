/** Why a login brought no response, for people. */
export interface LoginProblem {
  /** What happened, as a headline; a general one when left out. */
  title?: string;
  /** What happened in a sentence or two, with what to do next. */
  problem: string;
  /** The tenant's own words: foreign text, to be shown as a quotation. */
  said?: string;
  /** What to check at the tenant, when several causes are possible. */
  toCheck?: readonly string[];
}
