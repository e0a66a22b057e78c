export interface RequestOptions {
  signal?: AbortSignal;
}

export interface PageOptions extends RequestOptions {
  /** The `next` of the page before. */
  from?: string;
  /** How many to return; the service decides when left out. */
  take?: number;
}

/** One page of a list; `next` is absent on the last. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}
