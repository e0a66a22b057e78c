import { Authentication, AuthError, Management, version, WebAuth } from "../lib/auth/index.ts";

/** Puts the authentication library into a page as the global `TenantAuth`. */
export default {
  main(): void {
    Object.assign(globalThis, {
      TenantAuth: { Authentication, AuthError, Management, WebAuth, version },
    });
  },
};
