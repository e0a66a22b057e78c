import { eventStates } from "./states/event-states.ts";
import { firstUseStates } from "./states/first-use-states.ts";
import { longListStates } from "./states/long-list-states.ts";
import { optionsStates } from "./states/options-states.ts";
import { panelStates } from "./states/panel-states.ts";
import { popupStates } from "./states/popup-states.ts";
import { tokenStates } from "./states/token-states.ts";
import { troubleStates } from "./states/trouble-states.ts";
import type { SurfaceState } from "./surface-stage.ts";

/** All states in order, each based on the one before, from the installation to failures. */
export const surfaceStates: readonly SurfaceState[] = [
  ...firstUseStates,
  ...optionsStates,
  ...popupStates,
  ...panelStates,
  ...tokenStates,
  ...eventStates,
  ...longListStates,
  ...troubleStates,
];
