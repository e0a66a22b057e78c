import { eventStates } from "./states/event-states.ts";
import { firstUseStates } from "./states/first-use-states.ts";
import { longListStates } from "./states/long-list-states.ts";
import { optionsStates } from "./states/options-states.ts";
import { panelStates } from "./states/panel-states.ts";
import { popupStates } from "./states/popup-states.ts";
import { troubleStates } from "./states/trouble-states.ts";
import type { SurfaceState } from "./surface-stage.ts";

/** In this order: each leads to the next, from right after the installation to a tenant in full use, and its trouble. */
export const surfaceStates: readonly SurfaceState[] = [
  ...firstUseStates,
  ...optionsStates,
  ...popupStates,
  ...panelStates,
  ...eventStates,
  ...longListStates,
  ...troubleStates,
];
