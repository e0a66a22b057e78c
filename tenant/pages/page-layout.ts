import { html } from "hono/html";
import type { TenantApp, TenantRequest } from "../http/tenant-app.ts";

type Html = ReturnType<typeof html>;

/** The styles of every page, light and dark. */
const styles = `
:root { color-scheme: light dark; --ink: #1d2129; --soft: #5b6472; --line: #d7dbe2; --paper: #fff;
  --ground: #f3f4f7; --accent: #2456c9; --on-accent: #fff; --alarm: #b3261e; --alarm-ground: #fdeceb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --soft: #a2abb8; --line: #3a404b;
  --paper: #20242b; --ground: #15181d; --accent: #8ab0ff; --on-accent: #0f1b33; --alarm: #ffb4ab;
  --alarm-ground: #46201d; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
main { width: 100%; max-width: 400px; padding: 32px; background: var(--paper);
  border: 1px solid var(--line); border-radius: 8px; }
main.wide { max-width: 640px; }
.tenant { margin: 0 0 20px; font-size: 13px; color: var(--soft); }
h1 { margin: 0 0 4px; font-size: 21px; line-height: 1.3; font-weight: 600; }
h2 { margin: 20px 0 4px; font-size: 13px; font-weight: 600; color: var(--soft); }
p { margin: 0 0 16px; }
.lead { color: var(--soft); }
.problem { white-space: pre-line; margin: 0 0 16px; padding: 10px 12px; color: var(--alarm); background: var(--alarm-ground);
  border-radius: 6px; }
.hint { font-size: 13px; color: var(--soft); }
ul + form { margin-top: 16px; }
.policy { font-size: 13px; white-space: pre-line; color: var(--soft); }
label { display: block; margin: 0 0 4px; font-size: 13px; font-weight: 600; }
input { display: block; width: 100%; margin: 0 0 16px; padding: 9px 11px; font: inherit; color: inherit;
  background: var(--paper); border: 1px solid var(--soft); border-radius: 6px; }
button { display: block; width: 100%; padding: 10px 16px; font: inherit; font-weight: 600;
  color: var(--on-accent); background: var(--accent); border: 0; border-radius: 6px; cursor: pointer; }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); } a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.aside { margin: 16px 0 0; font-size: 13px; color: var(--soft); }
main ul.ways { display: grid; gap: 8px; margin: 8px 0 0; padding: 0; list-style: none; }
.way, button.quiet { display: block; width: 100%; padding: 9px 16px; text-align: center; text-decoration: none;
  font: inherit; font-weight: 600; color: var(--ink); background: transparent; border: 1px solid var(--soft);
  border-radius: 6px; }
form + form, button + button { margin-top: 8px; }
dl { margin: 0; } dt { font-size: 13px; font-weight: 600; color: var(--soft); }
dd { margin: 0 0 12px; } ul { margin: 0; padding-left: 20px; }
code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
`;

/** Adds the tenant's name and the style sheet of each page: pages forbid inline styles. */
export function addPageLayout(app: TenantApp, tenantName: string): void {
  app.use(async (c, next) => {
    c.set("tenantName", tenantName);
    await next();
  });
  app.get("/u/pages.css", (c) => {
    c.header("cache-control", "public, max-age=3600");
    return c.body(styles, 200, { "content-type": "text/css; charset=utf-8" });
  });
}

/** The exceptions to a page's content security policy. */
export interface PagePolicy {
  /** CSP sources that its form may be sent to, including redirects after the form. */
  formAction?: readonly string[];
  /** Nonce of its one inline script. */
  scriptNonce?: string;
  /** CSP source of its frame. */
  frame?: string;
  /** True for a page that any page may show in a frame. */
  isFramable?: boolean;
}

/** Renders a page with a content security policy that forbids everything not listed. */
export function renderPage(
  c: TenantRequest,
  page: {
    status: 200 | 400 | 403 | 404 | 429 | 500;
    title: string;
    body: Html;
    policy?: PagePolicy;
  },
): Response | Promise<Response> {
  const { formAction = [], scriptNonce, frame, isFramable = false } = page.policy ?? {};
  const directives = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    `form-action ${formAction.length === 0 ? "'none'" : formAction.join(" ")}`,
    ...(isFramable ? [] : ["frame-ancestors 'none'"]),
    ...(frame === undefined ? [] : [`frame-src ${frame}`]),
    ...(scriptNonce === undefined ? [] : [`script-src 'nonce-${scriptNonce}'`]),
  ];
  c.header("content-security-policy", directives.join("; "));
  if (!isFramable) c.header("x-frame-options", "DENY");
  c.header("cache-control", "no-store");
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${page.title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/u/pages.css" />
        </head>
        <body>
          ${page.body}
        </body>
      </html> `,
    page.status,
  );
}

/** Returns the CSP source of a redirect URL: its origin, or its scheme if it has no origin. */
export function toSource(address: string): string {
  const url = new URL(address);
  return url.origin === "null" ? url.protocol : url.origin;
}
