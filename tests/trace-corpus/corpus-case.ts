/** What a reader of a captured login must find, from what the recorder did. */
export interface CorpusCase {
  /** The name of the file in `captures/`. */
  readonly name: string;
  /** What was done, in one sentence. */
  readonly done: string;
  /** Attempts to log in: at the tenant's pages, by an own form, or by a grant with a password. */
  readonly logins?: number;
  /** Attempts to get new tokens without the user: in a frame, or with a refresh token. */
  readonly renewals?: number;
  readonly logouts?: number;
  /** The top cause. A case without one is clean: it may hold advice, but no error. */
  readonly cause?: string;
  /** All other findings, each once: other causes, then advice. */
  readonly others?: readonly string[];
  /** How the file was made of another one, by which measured rule. */
  readonly derived?: string;
}
