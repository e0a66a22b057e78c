import * as z from "zod/mini";

const tokenAnswerSchema = z.object({ access_token: z.string() });

/** A client of a tenant, with the cookies of one browser. */
export interface TenantClient {
  /** Sends a request like a browser: keeps and sends cookies, and does not follow redirects. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request of a page that includes no credentials. */
  sendWithoutCookies(path: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON with a bearer token. */
  call(token: string, method: string, path: string, body?: unknown): Promise<Response>;
  /** Returns an access token of a client for the Management API. */
  getToken(scope?: string, client?: string): Promise<string>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  forgetCookies(): void;
  listCookies(): { name: string; value: string }[];
}

/**
 * Creates a client without cookies.
 *
 * @param origin the tenant's origin, which completes paths
 * @param sendRequest sends a request to the tenant; it must not follow redirects
 */
export function createTenantClient(
  origin: string,
  sendRequest: (request: Request) => Response | Promise<Response>,
): TenantClient {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) {
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const request = new Request(new URL(path, origin), { ...init, headers });
    const response = await sendRequest(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    send,
    async sendWithoutCookies(path, init) {
      return await sendRequest(new Request(new URL(path, origin), init));
    },
    async call(token, method, path, body) {
      return await send(path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
    async getToken(scope, client = "demo-management") {
      const response = await send("/oauth/token", {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "client_credentials",
          client_id: client,
          client_secret: `${client}-secret`,
          audience: "/api/v2/",
          ...(scope !== undefined && { scope }),
        }),
      });
      return tokenAnswerSchema.parse(await response.json()).access_token;
    },
    async control(method, path, body) {
      const response = await send(`/_control/${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      return answer;
    },
    forgetCookies: () => cookies.clear(),
    listCookies: () => [...cookies].map(([name, value]) => ({ name, value })),
  };
}
