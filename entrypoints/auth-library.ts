import { Authentication, AuthError, Management, version, WebAuth } from "../lib/auth/index.ts";

/** Publishes the authentication library to a page as the global `TenantAuth`. */
export default {
  main(): void {
    Object.assign(globalThis, {
      TenantAuth: { Authentication, AuthError, Management, WebAuth, version },
    });
  },
};
