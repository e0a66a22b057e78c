import { Refusal } from "../http/refusal.ts";
import type { TenantRequest } from "../http/tenant-app.ts";

type OAuthStatus = 400 | 401 | 403 | 413 | 429;

/** An error of the Authentication API (RFC 6749, section 5.2). */
export class OAuthError extends Refusal {
  override name = "OAuthError";
  readonly #status: OAuthStatus;
  readonly #error: string;

  constructor(status: OAuthStatus, error: string, description: string) {
    super(status, { message: description });
    this.#status = status;
    this.#error = error;
  }

  override respond(c: TenantRequest): Response {
    c.header("cache-control", "no-store");
    return c.json({ error: this.#error, error_description: this.message }, this.#status);
  }
}
