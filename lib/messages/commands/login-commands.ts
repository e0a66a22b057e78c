import * as z from "zod/mini";
import { loginAnswerSchema } from "../login.ts";
import { tenantIdSchema } from "../tenant.ts";
import { once } from "./once.ts";
import { nothing, resourceId } from "./shared-schemas.ts";

const url = z.string().check(z.maxLength(20_000));

/** Commands about the windows in which a run logs in. */
export const loginCommands = {
  /** The callback URL that the browser intercepts for this extension. */
  "login.redirect-url": once(() => ({
    request: nothing,
    response: z.object({ redirectUrl: z.string() }),
  })),
  /**
   * Opens an authorization URL of the tenant in a login window. Returns the redirect, or the reason
   * why there was no redirect. If the browser stops the worker meanwhile, the page sends the
   * command again. With the same `loginId`, the command waits for the window that is already open.
   */
  "login.open": once(() => ({
    request: z.object({ tenantId: tenantIdSchema, url, loginId: resourceId }),
    response: loginAnswerSchema,
  })),
  /** Reports the URL at which the page that shows the sandbox has arrived. */
  "login.arrive": once(() => ({
    request: z.object({ loginId: resourceId, url }),
    response: nothing,
  })),
  /** Closes the window of a pending login, if the extension opened that window. */
  "login.cancel": once(() => ({
    request: z.object({ loginId: resourceId }),
    response: nothing,
  })),
} as const;
