import type { TenantApp, TenantContext, TenantRequest } from "../context.ts";
import { createHangUp } from "../http/hang-up.ts";
import {
  respondWithManagementError,
  type ManagementError,
} from "../management/management-error.ts";
import { readControlBody, refuseControl } from "./control-body.ts";
import { plannedResponseSchema, type PlannedResponse } from "./next-responses.ts";

/** Planning responses, and looking at what is still planned. */
export function addResponseControls(app: TenantApp, context: TenantContext): void {
  app.get("/_control/responses", (c) => c.json({ planned: context.nextResponses.list() }));

  app.post("/_control/responses", async (c) => {
    const plan = await readControlBody(c, plannedResponseSchema);
    if (plan === undefined) {
      const problem =
        "Send JSON with path, and any of method, times, status, headers, body (with a status), delay (milliseconds), broken, cut (bytes).";
      return refuseControl(c, 400, problem);
    }
    context.nextResponses.plan(plan);
    context.log.addFact("response planned", { path: plan.path, times: plan.times });
    return c.json({ planned: context.nextResponses.list() }, 201);
  });

  app.delete("/_control/responses", (c) => {
    context.nextResponses.clear();
    return c.json({ planned: [] });
  });
}

/** Gives a request the response that was planned for it, if any. Added before the routes it is to bend. */
export function addPlannedResponses(app: TenantApp, context: TenantContext): void {
  app.use(async (c, next) => {
    const plan = context.nextResponses.take(c.req.method, new URL(c.req.url).pathname);
    if (plan === undefined) return await next();
    if (plan.delay !== undefined && plan.delay > 0) await context.nextResponses.delay(plan.delay);
    if (plan.status === undefined) await next();
    else c.res = answerInPlace(c, plan, plan.status);
    for (const [name, value] of Object.entries(plan.headers ?? {})) c.header(name, value);
    if (plan.broken === true) c.res = await breakBody(c.res);
    if (plan.cut !== undefined) c.res = cutBody(c.res, plan.cut);
  });
}

/** An answer with a status: its own body, or one shaped as the interface shapes its errors. */
function answerInPlace(c: TenantRequest, plan: PlannedResponse, status: number): Response {
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status });
  if (plan.body !== undefined) {
    return new Response(plan.body, { status, headers: { "content-type": "application/json" } });
  }
  const text = "This answer was planned through the control interface.";
  if (c.req.path.startsWith("/api/v2/") && isManagementStatus(status)) {
    return respondWithManagementError(c, { status, message: text });
  }
  return Response.json({ error: "planned_response", error_description: text }, { status });
}

function isManagementStatus(status: number): status is ManagementError["status"] {
  return [400, 401, 403, 404, 409, 410, 413, 429, 500].includes(status);
}

async function breakBody(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer();
  return new Response(bytes.slice(0, Math.ceil(bytes.byteLength / 2)), response);
}

/** The first bytes, then the end of the connection: a stream that fails makes the server hang up. */
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
  // Or the server would gather the body first, meet the failure, and answer 500 in its place.
  headers.set("transfer-encoding", "chunked");
  return new Response(body, { status: response.status, headers });
}
