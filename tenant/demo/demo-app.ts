import { Hono } from "hono";

/** The parts of the demo web app. */
export interface DemoOptions {
  /** Origin of the tenant where the demo logs in. */
  tenantOrigin: string;
  /** The demo's own files, with the scripts by name. */
  files: {
    html: string;
    css: string;
    helperHtml: string;
    scripts: Readonly<Record<string, string>>;
  };
  /** Reads the library as one script. Called for every request, to serve a new build. */
  readAuthLibrary: () => Promise<string | undefined>;
}

/**
 * Creates the demo web app. Its origin differs from the tenant's, as that of an application does.
 */
export function createDemoApp({ tenantOrigin, files, readAuthLibrary }: DemoOptions): Hono {
  const app = new Hono();
  const policy = (ancestors: string): string =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self' ${tenantOrigin}`,
      `frame-src ${tenantOrigin}`,
      "base-uri 'none'",
      "form-action 'none'",
      // Forbid strings as HTML or script URLs: neither the demo nor the library needs them.
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      `frame-ancestors ${ancestors}`,
    ].join("; ");

  app.use(async (c, next) => {
    await next();
    const isFramed = c.req.path === "/cross-origin";
    c.header("content-security-policy", policy(isFramed ? tenantOrigin : "'none'"));
    c.header("referrer-policy", "no-referrer");
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-store");
  });

  for (const path of ["/", "/callback"]) app.get(path, (c) => c.html(files.html));
  for (const path of ["/popup", "/cross-origin"]) app.get(path, (c) => c.html(files.helperHtml));
  app.get("/demo.css", (c) =>
    c.body(files.css, 200, { "content-type": "text/css; charset=utf-8" }),
  );
  for (const [name, script] of Object.entries(files.scripts)) {
    app.get(`/${name}`, (c) => c.body(script, 200, { "content-type": scriptType }));
  }
  app.get("/config.json", (c) => c.json({ tenantOrigin }));
  app.get("/auth-library/10.0.0/auth-library.js", async (c) => {
    const library = await readAuthLibrary();
    return library === undefined
      ? c.text("The authentication library is not built. Build the extension, then reload.", 404)
      : c.body(library, 200, { "content-type": scriptType });
  });
  return app;
}

const scriptType = "text/javascript; charset=utf-8";
