/** Stores unsent input for the browser session. A draft contains no secret. */
export interface DraftPort<Draft> {
  /** Returns undefined if there is no draft. */
  read(): Promise<Draft | undefined>;
  write(draft: Draft): Promise<void>;
  remove(): Promise<void>;
}
