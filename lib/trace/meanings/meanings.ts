import type { MeaningRow } from "./meaning.ts";
import { apiRows } from "./rows/api.ts";
import { callbackRows } from "./rows/callback.ts";
import { logoutRows } from "./rows/logout.ts";
import { blockedRows, networkRows } from "./rows/network.ts";
import { providerRows } from "./rows/provider.ts";
import { renewalRows } from "./rows/renewal.ts";
import { requestRows } from "./rows/request.ts";
import { responseRows } from "./rows/response.ts";
import { tokenRows } from "./rows/token.ts";

/**
 * The table of the meanings. A row precedes all rows that are more general; the last row of a step
 * and a party fits each of their stops. The browser's own reasons say more than the step does.
 */
export const meanings: readonly MeaningRow[] = [
  ...blockedRows,
  ...renewalRows.slice(0, -3),
  ...tokenRows,
  ...renewalRows.slice(-3),
  ...requestRows,
  ...providerRows,
  ...responseRows,
  ...callbackRows,
  ...apiRows,
  ...logoutRows,
  ...networkRows,
];
