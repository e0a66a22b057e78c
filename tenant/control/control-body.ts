import * as z from "zod/mini";
import { parseBody } from "../http/request-body.ts";
import { Refusal } from "../http/refusal.ts";
import type { TenantRequest } from "../http/tenant-app.ts";

type ControlStatus = 400 | 403 | 404 | 409;

/** An error of the control interface: what is wrong, and what to send instead. */
export class ControlError extends Refusal {
  override name = "ControlError";
  readonly #status: ControlStatus;

  constructor(status: ControlStatus, message: string) {
    super(status, { message });
    this.#status = status;
  }

  override respond(c: TenantRequest): Response {
    return c.json({ error: this.message }, this.#status);
  }
}

/**
 * Reads a valid JSON body; `hint` says what to send instead of an invalid one. Other content types
 * are refused, because a page of another origin can send them without a preflight.
 */
export async function readControlBody<Schema extends z.ZodMiniType>(
  c: TenantRequest,
  schema: Schema,
  hint: string,
): Promise<z.infer<Schema>> {
  const isJson = c.req.header("content-type")?.startsWith("application/json") === true;
  const body = isJson ? await parseBody(c, schema) : z.safeParse(schema, undefined);
  if (!body.success) throw new ControlError(400, hint);
  return body.data;
}
