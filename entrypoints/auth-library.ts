import { Authentication, AuthError, Management, version, WebAuth } from "../lib/auth/index.ts";

/** Puts the authentication library into a page as the global `TenantAuth`. */
export default {
  main(): void {
    Object.defineProperty(globalThis, "TenantAuth", {
      value: Object.freeze({ Authentication, AuthError, Management, WebAuth, version }),
      configurable: true,
    });
  },
};
