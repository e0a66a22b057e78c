import * as z from "zod/mini";

/** What a person does in the search bar that DevTools shows over a panel (Ctrl+F). */
const panelSearchSchema = z.object({
  kind: z.literal("panel-search"),
  action: z.enum(["performSearch", "nextSearchResult", "previousSearchResult", "cancelSearch"]),
  query: z.optional(z.string()),
});
type PanelSearch = z.infer<typeof panelSearchSchema>;

/** Hands an action of the search bar to the panel's page: DevTools tells the page that created the panel alone. */
export function postPanelSearch(page: Window, action: string, query: string | undefined): void {
  page.postMessage({ kind: "panel-search", action, query }, location.origin);
}

/** Follows the search bar of DevTools in the panel's page; returns the way to stop. Firefox has no such bar. */
export function followPanelSearch(onSearch: (search: PanelSearch) => void): () => void {
  const receive = ({ origin, data }: MessageEvent<unknown>) => {
    const parsed = origin === location.origin ? panelSearchSchema.safeParse(data) : undefined;
    if (parsed?.success === true) onSearch(parsed.data);
  };
  addEventListener("message", receive);
  return () => removeEventListener("message", receive);
}
