/** Where a page keeps what is not sent yet: the memory of the browser session. No secret ever goes into a draft. */
export interface DraftPort<Draft> {
  /** Undefined when there is none. */
  read(): Promise<Draft | undefined>;
  write(draft: Draft): Promise<void>;
  remove(): Promise<void>;
}
