import { openRequest } from "../../../lib/sandbox/open-request.ts";
import { fetchOverPort } from "../../../lib/sandbox/port-fetch.ts";
import { servePort } from "../../../lib/sandbox/serve-port.ts";
import type { Tenant } from "../../../tenant/app.ts";
import { createPortPair } from "../lib/sandbox/port-pair.ts";

/** Returns a tenant that is reached as the sandbox is: each request goes over a port of its own. */
export function throughSandbox(tenant: Tenant): Tenant {
  return {
    ...tenant,
    async fetch(request) {
      const bytes = request.body === null ? undefined : await request.bytes();
      const { near, far } = createPortPair();
      servePort(far, (sent, signal) => tenant.fetch(openRequest(sent, signal)));
      const response = await fetchOverPort(
        near,
        {
          url: request.url,
          method: request.method,
          headers: request.headers,
          ...(bytes !== undefined && { body: bytes }),
          hasCookies: false,
        },
        request.signal,
      );
      const { status, headers, body } = response;
      return new Response(body, { status, headers });
    },
  };
}
