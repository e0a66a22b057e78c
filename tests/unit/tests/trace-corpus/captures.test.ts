import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import { cases, logins } from "../../../trace-corpus/logins.ts";
import { captures, readHarText } from "../../lib/trace/read-recording.ts";

const pair = z.object({ name: z.string(), value: z.string() });
const harSchema = z.object({
  log: z.object({
    version: z.literal("1.2"),
    browser: z.object({ name: z.string() }),
    comment: z.string(),
    entries: z.array(
      z.object({
        // Only the recorder writes it: DevTools reported the request, or the panel found it later.
        _source: z.optional(z.enum(["event", "snapshot"])),
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number(),
        request: z.object({ method: z.string(), url: z.url(), headers: z.array(pair) }),
        response: z.object({
          status: z.number(),
          redirectURL: z.string(),
          headers: z.array(pair),
          content: z.object({ text: z.optional(z.string()) }),
        }),
      }),
    ),
  }),
});

const readHar = (name: string) => harSchema.parse(JSON.parse(readHarText(name))).log;
const listPaths = (name: string) =>
  readHar(name).entries.map(({ request }) => new URL(request.url).pathname);
const claimsSchema = z.object({ iss: z.optional(z.string()) });

/** The endpoints of the local tenant. */
const tenantPaths =
  /^\/(?:authorize|oauth\/(?:token|revoke|par|device)|userinfo$|u\/|v2\/|co\/|oidc\/logout|dbconnections\/|passwordless\/|\.well-known\/jwks)/;

/** Parameters and headers that only one vendor's libraries send. */
const vendorMarks = /auth0client|auth0-client/i;

describe("the captured logins", () => {
  test("have one file for each entry of the table, and one entry for each file", () => {
    const files = logins.map(({ name }) => `${name}.har`);
    expect(readdirSync(captures).toSorted()).toEqual(files.toSorted());
  });

  test("are small enough to be kept in the repository", () => {
    const sizes = logins.map(({ name }) => Buffer.byteLength(readHarText(name)));
    expect(Math.max(...sizes)).toBeLessThan(80_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(9_000_000);
  });

  test.each(logins)(
    "$name is a HAR file of this browser that says what was done",
    async ({ name, story, browser }) => {
      const { comment, entries, ...log } = readHar(name);
      expect(comment).toBe(story);
      expect(log.browser.name.toLowerCase()).toBe(browser.toLowerCase());
      const { signal } = new AbortController();
      const file = await readTraceFile(readHarText(name), () => Promise.resolve(), signal);
      expect(file).toMatchObject({ ok: true, skipped: 0 });
      expect(file.ok ? file.exchanges : []).toHaveLength(entries.length);
      expect(entries.length).toBeGreaterThan(0);
    },
  );

  test.each(logins)("$name names only this machine's loopback addresses", ({ name }) => {
    for (const { request } of readHar(name).entries)
      expect(new URL(request.url).hostname).toMatch(/^(?:(?:.+\.)?localhost|127\.0\.0\.1)$/);
    // SCIM has a path of this name too (RFC 7644, section 3.2).
    expect(readHarText(name)).not.toMatch(/(?<!\/v2)\/(?:home|root|Users|tmp|work)\//);
  });

  test.each(logins.filter(({ provider }) => provider === "other"))(
    "$name has no path and no parameter of the tenant",
    ({ name }) => {
      expect(listPaths(name).filter((path) => tenantPaths.test(path))).toEqual([]);
      expect(readHarText(name)).not.toMatch(vendorMarks);
    },
  );

  // The files hold whole tokens. They are harmless only because a local tenant issued them.
  test.each(cases)("$name holds only tokens of the local tenant", ({ name }) => {
    for (const [, payload = ""] of readHarText(name).matchAll(/\beyJ[\w-]+\.(eyJ[\w-]+)\./g)) {
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
      expect(claims.iss ?? "http://localhost:4460/").toMatch(
        /^http:\/\/(?:localhost|127\.0\.0\.1):44\d\d\/$/,
      );
    }
  });
});

describe("the table of logins", () => {
  test.each(logins)("$name has a sentence", ({ story }) => {
    expect(story).toMatch(/^[A-Z].*\.$/);
  });

  const stops = logins.flatMap(({ name, stop }) => (stop === undefined ? [] : [{ name, ...stop }]));
  const listShown = ({ name, method, path }: (typeof stops)[number]) =>
    readHar(name).entries.filter(
      ({ request }) => request.method === method && new URL(request.url).pathname === path,
    );

  test.each(stops)("$name has the request at which it stopped", (stop) => {
    expect(listShown(stop)).not.toEqual([]);
  });

  test("calls a request a response if a redirect with an error answers it", () => {
    const refused = stops.filter((stop) =>
      listShown(stop).some(({ response }) => /[?&#]error=/.test(response.redirectURL)),
    );
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.filter(({ step }) => step === "request")).toEqual([]);
  });
});
