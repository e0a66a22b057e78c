import * as z from "zod/mini";

/** An action of the user in the search bar of a DevTools panel (Ctrl+F). */
const panelSearchSchema = z.object({
  kind: z.literal("panel-search"),
  action: z.enum(["performSearch", "nextSearchResult", "previousSearchResult", "cancelSearch"]),
  query: z.optional(z.string()),
});
type PanelSearch = z.infer<typeof panelSearchSchema>;

/**
 * Forwards an action to the panel's page. DevTools reports an action only to the page that created
 * the panel.
 */
export function postPanelSearch(page: Window, action: string, query: string | undefined): void {
  page.postMessage({ kind: "panel-search", action, query }, location.origin);
}

/**
 * Reports actions of the search bar until the returned function is called. Firefox has no search
 * bar for a panel.
 */
export function followPanelSearch(onSearch: (search: PanelSearch) => void): () => void {
  const receive = ({ origin, data }: MessageEvent<unknown>) => {
    const parsed = origin === location.origin ? panelSearchSchema.safeParse(data) : undefined;
    if (parsed?.success === true) onSearch(parsed.data);
  };
  addEventListener("message", receive);
  return () => removeEventListener("message", receive);
}
