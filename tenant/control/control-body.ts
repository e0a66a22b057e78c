import * as z from "zod/mini";
import type { TenantRequest } from "../context.ts";
import { readBody } from "../http/request-body.ts";

/** Refuses a control call: what is wrong, and what to send instead. */
export function refuseControl(
  c: TenantRequest,
  status: 400 | 403 | 404 | 409,
  error: string,
): Response {
  return c.json({ error }, status);
}

/** A JSON body that fits; undefined for anything else, such as what a web page could send without asking. */
export async function readControlBody<Schema extends z.core.$ZodType>(
  c: TenantRequest,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const isJson = c.req.header("content-type")?.startsWith("application/json") === true;
  const body = isJson ? await readBody(c) : undefined;
  return z.safeParse(schema, body?.ok === true ? body.value : undefined).data;
}
