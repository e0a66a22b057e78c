import type { Contradiction } from "./contradiction.ts";
import { apiRows } from "./rows/api.ts";
import { browserRows } from "./rows/browser.ts";
import { cookieRows } from "./rows/cookies.ts";
import { idTokenRows } from "./rows/id-token.ts";
import { requestRows } from "./rows/request.ts";
import { responseRows } from "./rows/response.ts";
import { tokenRows } from "./rows/token.ts";

/** All values that must agree, from specific to general. */
export const contradictions: readonly Contradiction[] = [
  ...browserRows,
  ...tokenRows,
  ...apiRows,
  ...idTokenRows,
  ...cookieRows,
  ...responseRows,
  ...requestRows,
];
