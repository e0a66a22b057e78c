import type { TenantContext } from "../context.ts";
import { createHangUp } from "../http/hang-up.ts";
import type { TenantApp, TenantRequest } from "../http/tenant-app.ts";
import { isManagementStatus, ManagementError } from "../management/management-error.ts";
import { readControlBody } from "./control-body.ts";
import { plannedResponseSchema, type PlannedResponse } from "./next-responses.ts";

type PlanContext = Pick<TenantContext, "nextResponses" | "log">;

/** Adds the controls that plan responses, list the remaining plans and delete them. */
export function addResponseControls(app: TenantApp, context: PlanContext): void {
  app.get("/_control/responses", (c) => c.json({ planned: context.nextResponses.list() }));

  app.post("/_control/responses", async (c) => {
    const hint =
      "Send JSON with path, and any of method, times, status, headers, body (with a status), delay (milliseconds), broken, cut (bytes).";
    const plan = await readControlBody(c, plannedResponseSchema, hint);
    context.nextResponses.plan(plan);
    context.log.addFact("response planned", { path: plan.path, times: plan.times });
    return c.json({ planned: context.nextResponses.list() }, 201);
  });

  app.delete("/_control/responses", (c) => {
    context.nextResponses.load([]);
    return c.json({ planned: [] });
  });
}

/**
 * Adds the middleware that changes responses as planned. The middleware must precede the routes.
 */
export function addPlannedResponses(app: TenantApp, context: PlanContext): void {
  app.use(async (c, next) => {
    const plan = context.nextResponses.take(c.req.method, new URL(c.req.url).pathname);
    if (plan === undefined) return await next();
    if (plan.delay !== undefined && plan.delay > 0) await context.nextResponses.delay(plan.delay);
    if (plan.status === undefined) await next();
    else c.res = createResponse(c, plan, plan.status);
    for (const [name, value] of Object.entries(plan.headers ?? {})) c.header(name, value);
    if (plan.broken === true) c.res = await breakBody(c.res);
    if (plan.cut !== undefined) c.res = cutBody(c.res, plan.cut);
  });
}

/** Creates the planned response: with the planned body, or with the error body of the API. */
function createResponse(c: TenantRequest, plan: PlannedResponse, status: number): Response {
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status });
  if (plan.body !== undefined) {
    return new Response(plan.body, { status, headers: { "content-type": "application/json" } });
  }
  const text = "This response was planned in the control interface.";
  if (c.req.path.startsWith("/api/v2/") && isManagementStatus(status)) {
    return new ManagementError(status, text).respond(c);
  }
  return Response.json({ error: "planned_response", error_description: text }, { status });
}

async function breakBody(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  return new Response(bytes.slice(0, Math.ceil(bytes.byteLength / 2)), response);
}

/** Returns the first bytes of a body, then fails: the server closes the connection. */
function cutBody(response: Response, size: number): Response {
  const reader = response.body?.getReader();
  let left = size;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = left > 0 ? await reader?.read() : undefined;
      if (chunk?.value === undefined) {
        await reader?.cancel();
        controller.error(createHangUp());
        return;
      }
      const part = chunk.value.slice(0, left);
      left -= part.byteLength;
      controller.enqueue(part);
    },
    async cancel() {
      await reader?.cancel();
    },
  });
  const headers = new Headers(response.headers);
  // Without this header the server reads the body first, and its failure becomes a response 500.
  headers.set("transfer-encoding", "chunked");
  return new Response(body, { status: response.status, headers });
}
