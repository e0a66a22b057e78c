export interface RequestOptions {
  signal?: AbortSignal;
}

export interface PageOptions extends RequestOptions {
  /** The `next` of the previous page. */
  from?: string;
  /** The size of the page; by default the service decides. */
  take?: number;
}

/** One page of a list; `next` is absent on the last. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}
