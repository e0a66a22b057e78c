import type { TenantCore } from "../../core/tenant-core.ts";
import { Refusal } from "../../http/refusal.ts";
import type { TenantRequest } from "../../http/tenant-app.ts";
import type { AuthorizationTarget } from "./authorization-request.ts";
import { deliverResponse } from "./deliver-response.ts";

/**
 * An error that goes to the client's callback (RFC 6749, section 4.1.2.1; OpenID Connect Core,
 * section 3.1.2.6). The response mode decides the HTTP status that is sent; `status` is not used.
 */
export class AuthorizationError extends Refusal {
  override name = "AuthorizationError";
  readonly #context: Pick<TenantCore, "random">;
  readonly #target: AuthorizationTarget;
  readonly #error: string;

  constructor(
    context: Pick<TenantCore, "random">,
    target: AuthorizationTarget,
    error: string,
    description: string,
  ) {
    super(400, { message: description });
    this.#context = context;
    this.#target = target;
    this.#error = error;
  }

  override respond(c: TenantRequest): Response | Promise<Response> {
    const parameters = { error: this.#error, error_description: this.message };
    return deliverResponse(c, this.#context, this.#target, parameters);
  }
}
