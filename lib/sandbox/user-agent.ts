import type { PortRequest } from "./port-fetch.ts";
import type { SendToSandbox } from "./send-to-sandbox.ts";

/** A form as a page submits it. */
export interface SubmittedForm {
  action: string;
  method: "GET" | "POST";
  fields: readonly (readonly [name: string, value: string])[];
}

/** The end of a navigation. */
export type Visit =
  | { kind: "page"; url: string; status: number; html: string }
  /** The way leads to another origin, such as a callback: nothing is sent there. */
  | { kind: "left"; url: string; form?: SubmittedForm };

/** A browser without scripts for the pages of one origin. */
export interface UserAgent {
  open(url: string): Promise<Visit>;
  submit(form: SubmittedForm): Promise<Visit>;
}

export interface UserAgentPorts {
  /** The origin whose pages it shows. */
  origin: string;
  send: SendToSandbox;
}

/** The number of redirects that browsers follow (Fetch standard, "HTTP-redirect fetch"). */
const maxRedirects = 20;

/** Creates a user agent. Calls must not overlap, as those of one tab do not. */
export function createUserAgent(ports: UserAgentPorts): UserAgent {
  async function navigate(first: PortRequest): Promise<Visit> {
    let request = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await ports.send(request);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) {
        const html = await new Response(response.body).text();
        return { kind: "page", url: request.url, status: response.status, html };
      }
      const url = new URL(location, request.url);
      // A redirect without a fragment keeps that of the request (RFC 9110, section 10.2.2).
      if (url.hash === "") url.hash = new URL(request.url).hash;
      if (url.origin !== ports.origin) return { kind: "left", url: url.href };
      await response.body?.cancel();
      request = toGet(url.href);
    }
    throw new TypeError("The sandbox redirects without end.");
  }

  return {
    async open(url) {
      if (new URL(url).origin !== ports.origin) return { kind: "left", url };
      return await navigate(toGet(url));
    },
    async submit(form) {
      const target = new URL(form.action);
      const query = new URLSearchParams(form.fields.map(([name, value]) => [name, value]));
      if (target.origin !== ports.origin) return { kind: "left", url: target.href, form };
      if (form.method === "GET") {
        target.search = query.toString();
        return await navigate(toGet(target.href));
      }
      const headers = documentHeaders();
      headers.set("content-type", "application/x-www-form-urlencoded");
      headers.set("origin", ports.origin);
      const body = new TextEncoder().encode(query.toString());
      return await navigate({ url: target.href, method: "POST", headers, body, hasCookies: true });
    },
  };
}

function toGet(url: string): PortRequest {
  return { url, method: "GET", headers: documentHeaders(), hasCookies: true };
}

function documentHeaders(): Headers {
  return new Headers({
    accept: "text/html",
    "sec-fetch-dest": "document",
    "sec-fetch-mode": "navigate",
  });
}
