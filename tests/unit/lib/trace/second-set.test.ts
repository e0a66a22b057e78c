import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import { expectedLogins } from "../../../trace-corpus/second/expected.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/second");
const files = readdirSync(folder).filter((name) => name.endsWith(".har"));
const readText = (name: string): string => readFileSync(join(folder, `${name}.har`), "utf8");

const pair = z.object({ name: z.string(), value: z.string() });
const harSchema = z.object({
  log: z.object({
    version: z.literal("1.2"),
    creator: z.object({ name: z.string(), version: z.string() }),
    comment: z.string(),
    entries: z.array(
      z.object({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number(),
        request: z.object({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          headers: z.array(pair),
          queryString: z.array(pair),
          postData: z.optional(z.object({ mimeType: z.string(), text: z.string() })),
        }),
        response: z.object({
          status: z.number(),
          statusText: z.string(),
          headers: z.array(pair),
          redirectURL: z.string(),
          _error: z.optional(z.nullable(z.string())),
          content: z.object({ size: z.number(), text: z.optional(z.string()) }),
        }),
        cache: z.object({}),
        timings: z.record(z.string(), z.number()),
      }),
    ),
  }),
});
type Entry = z.infer<typeof harSchema>["log"]["entries"][number];

const readEntries = (name: string): readonly Entry[] =>
  harSchema.parse(JSON.parse(readText(name))).log.entries;

const pathOf = ({ request }: Entry): string => new URL(request.url).pathname;

const readName = ({ name }: { name: string }): string => name;
const isGood = (status: number): boolean => status >= 200 && status < 400;

/** The endpoints of the project's own tenant. */
const tenantPaths =
  /^\/(?:authorize|oauth\/|userinfo$|u\/|v2\/|co\/|oidc\/logout|dbconnections\/|passwordless\/|\.well-known\/jwks)/;

/** Parameters and headers that only one vendor's libraries send. */
const vendorMarks = /auth0client|auth0-client/i;

/** Returns true if a message hands tokens or a session of the application to the browser. */
function endsLogin({ request, response }: Entry): boolean {
  const { text = "" } = response.content;
  const hasTokens = response.status === 200 && /"(?:access|id)_token"\s*:/.test(text);
  const hasFragment = /#(?:.*&)?id_token=/.test(response.redirectURL);
  const hasSession = request.url.endsWith("/api/session") && text.includes('"loggedIn":true');
  return hasTokens || hasFragment || hasSession;
}

describe("the second set of captured logins", () => {
  test("has thirty logins, of which fifteen are clean, and a file for each", () => {
    expect(files.toSorted()).toEqual(expectedLogins.map(({ name }) => `${name}.har`).toSorted());
    expect(expectedLogins).toHaveLength(30);
    expect(expectedLogins.filter((each) => "clean" in each)).toHaveLength(15);
  });

  test("has at least ten logins at another provider, of which some fail", () => {
    const atOther = expectedLogins.filter(({ isOtherProvider }) => isOtherProvider);
    expect(atOther.length).toBeGreaterThanOrEqual(10);
    expect(atOther.filter((each) => "cause" in each).length).toBeGreaterThanOrEqual(3);
  });

  test("is small enough to be kept in the repository", () => {
    const sizes = files.map((name) => readFileSync(join(folder, name)).byteLength);
    expect(Math.max(...sizes)).toBeLessThan(80_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000);
  });

  test.each(expectedLogins)("$name is a HAR file that the panel can import", async (login) => {
    const { log } = harSchema.parse(JSON.parse(readText(login.name)));
    expect(log.comment).toBe(login.story);
    const { signal } = new AbortController();
    const file = await readTraceFile(readText(login.name), () => Promise.resolve(), signal);
    expect(file).toMatchObject({ ok: true, skipped: 0 });
    expect(file.ok ? file.exchanges : []).toHaveLength(log.entries.length);
    for (const { request } of log.entries)
      expect(["localhost", "127.0.0.1"]).toContain(new URL(request.url).hostname);
    expect(readText(login.name)).not.toMatch(/\/(?:home|root|Users|tmp|work)\//);
  });

  test.each(expectedLogins.filter(({ isOtherProvider }) => isOtherProvider))(
    "$name has no path and no parameter of the tenant",
    ({ name }) => {
      expect(readEntries(name).filter((entry) => tenantPaths.test(pathOf(entry)))).toEqual([]);
      expect(readText(name)).not.toMatch(vendorMarks);
    },
  );

  test.each(expectedLogins.filter((each) => "clean" in each))(
    "$name ends with tokens or a session, and no request failed after it",
    ({ name }) => {
      const entries = readEntries(name);
      const end = entries.findIndex(endsLogin);
      expect(end).toBeGreaterThanOrEqual(0);
      const failed = entries.slice(end).filter(({ response: { status } }) => !isGood(status));
      expect(failed.map(pathOf)).toEqual([]);
    },
  );

  test.each(expectedLogins.flatMap((each) => ("cause" in each ? [each] : [])))(
    "$name has the request that shows its cause",
    ({ name, at }) => {
      const shown = readEntries(name).filter(
        (entry) => entry.request.method === at.method && pathOf(entry) === at.path,
      );
      expect(shown.length).toBeGreaterThan(0);
    },
  );
});

/** Logins that fail in the page alone: no response says so. */
const silent: ReadonlySet<string> = new Set([
  "start-and-return-on-different-hosts",
  "policy-blocks-token",
  "issuer-of-inner-host",
  "clock-of-computer-ahead",
]);

const claimsSchema = z.object({ iss: z.string(), exp: z.number() });

/** Reads the claims of the last ID token that a token endpoint issued. */
function readIdToken(name: string) {
  const bodies = readEntries(name).map(({ response }) => response.content.text ?? "");
  const [, payload = ""] = /"id_token":"[^."]+\.([^."]+)/.exec(bodies.at(-1) ?? "") ?? [];
  return claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
}

describe("the failing logins of the second set", () => {
  test.each(
    expectedLogins.filter((each) => "cause" in each && !silent.has(each.name)).map(readName),
  )("%s has a response that refuses, or a request that failed", (name) => {
    const failed = readEntries(name).filter(
      ({ response }) =>
        !isGood(response.status) ||
        typeof response._error === "string" ||
        /[?&#]error=/.test(response.redirectURL),
    );
    expect(failed.length).toBeGreaterThan(0);
  });

  test("start-and-return-on-different-hosts begins at one origin and ends at another", () => {
    const entries = readEntries("start-and-return-on-different-hosts");
    const origins = entries.map(({ request }) => new URL(request.url).origin);
    expect(origins[0]).toBe("http://127.0.0.1:4462");
    expect(origins.at(-1)).toBe("http://localhost:4462");
    expect(entries.filter(endsLogin)).toEqual([]);
  });

  test("policy-blocks-token ends at a page whose policy forbids the token request", () => {
    const entries = readEntries("policy-blocks-token");
    const policy = entries.at(-1)?.response.headers.find(({ name }) => /^content-sec/i.test(name));
    expect(policy?.value).toContain("connect-src 'self'");
    expect(entries.filter(endsLogin)).toEqual([]);
  });

  test("issuer-of-inner-host has an ID token of another host", () => {
    expect(readIdToken("issuer-of-inner-host").iss).toBe("http://idp.internal.example:8080");
  });

  test("clock-of-computer-ahead has an expired ID token by the browser's clock", () => {
    const last = readEntries("clock-of-computer-ahead").at(-1);
    const received = Date.parse(last?.startedDateTime ?? "");
    expect(readIdToken("clock-of-computer-ahead").exp * 1000).toBeLessThan(received);
    const date = last?.response.headers.find(({ name }) => name.toLowerCase() === "date");
    expect(Date.parse(date?.value ?? "")).toBeLessThan(received - 86_400_000);
  });
});
