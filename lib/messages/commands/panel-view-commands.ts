import * as z from "zod/mini";
import { once } from "./once.ts";
import { nothing } from "./shared-schemas.ts";

/** Commands about what a user has set in the panel. */
export const panelViewCommands = {
  /**
   * Stores the values that changed; each of the others stays as it is. `readPanelView` reads them,
   * so that the other pages do not load its schema.
   */
  "panel-view.keep": once(() => ({
    request: z.object({ changes: z.record(z.string(), z.unknown()) }),
    response: nothing,
  })),
} as const;
