import { findPagePorts } from "../lib/auth/page-ports.ts";
import { askForClick } from "../lib/platform/page-button.ts";
import { watchPolicy } from "../lib/platform/page-policy.ts";
import { systemClock } from "../lib/platform/system-clock.ts";
import { createPlacing } from "../lib/runs/placed-run.ts";

/**
 * The script that the panel places into the inspected page for one run. Its value is the function
 * that starts the run. It has no global of its own.
 */
export default {
  main: () =>
    createPlacing(globalThis, {
      ports: {
        ...findPagePorts(),
        fetch: (url, request) => fetch(url, request),
        clock: systemClock,
        crypto,
      },
      canOpenPopup: () => navigator.userActivation.isActive,
      askForClick,
      watchPolicy,
    }),
};
