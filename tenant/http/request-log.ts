import { describeQuery, type TenantLog } from "../core/tenant-log.ts";
import type { TenantApp } from "./tenant-app.ts";

/** Logs every request, except those of the control interface, which reads the log. */
export function addRequestLog(app: TenantApp, log: TenantLog): void {
  app.use(async (c, next) => {
    await next();
    const { pathname, searchParams } = new URL(c.req.url);
    if (pathname === "/_control" || pathname.startsWith("/_control/")) return;
    const { clientId, subject, bodyFieldNames } = c.var;
    const origin = c.req.header("origin")?.slice(0, 200);
    log.addRequest({
      method: c.req.method,
      path: pathname,
      query: describeQuery(searchParams),
      status: c.res.status,
      ...(origin !== undefined && { origin }),
      ...(clientId !== undefined && { client_id: clientId }),
      ...(subject !== undefined && { subject }),
      ...(bodyFieldNames !== undefined && { body_fields: bodyFieldNames }),
    });
  });
}
