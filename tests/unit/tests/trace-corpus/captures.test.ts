import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { cases } from "../../../trace-corpus/cases.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/captures");
const files = readdirSync(folder);
const readText = (name: string): string => readFileSync(join(folder, name), "utf8");

const pair = z.object({ name: z.string(), value: z.string() });
const harSchema = z.object({
  log: z.object({
    version: z.literal("1.2"),
    comment: z.string(),
    entries: z.array(
      z.object({
        _source: z.enum(["event", "snapshot"]),
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number(),
        request: z.object({ method: z.string(), url: z.url(), headers: z.array(pair) }),
        response: z.object({
          status: z.number(),
          headers: z.array(pair),
          content: z.object({ text: z.optional(z.string()) }),
        }),
      }),
    ),
  }),
});

const readHar = (name: string) => harSchema.parse(JSON.parse(readText(name)));
const claimsSchema = z.object({ iss: z.optional(z.string()) });

describe("the captured logins", () => {
  test("have one case for each file, and one file for each case", () => {
    expect(files.toSorted()).toEqual(cases.map(({ name }) => `${name}.har`).toSorted());
  });

  test("are small enough to be kept in the repository", () => {
    const sizes = files.map((name) => Buffer.byteLength(readText(name)));
    expect(Math.max(...sizes)).toBeLessThan(80_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_100_000);
  });

  test.each(cases)("$name is a HAR file that says what was done", ({ name, done }) => {
    const { log } = readHar(`${name}.har`);
    expect(log.comment).toBe(done);
    expect(log.entries.length).toBeGreaterThan(0);
  });

  test.each(files)("%s names only this machine's loopback addresses", (name) => {
    for (const { request } of readHar(name).log.entries)
      expect(["localhost", "127.0.0.1"]).toContain(new URL(request.url).hostname);
    expect(readText(name)).not.toMatch(/\/(?:home|root|Users|tmp|work)\//);
  });

  // The files hold whole tokens. They are harmless only because a local tenant issued them.
  test.each(files)("%s holds only tokens of the local tenant", (name) => {
    for (const [, payload = ""] of readText(name).matchAll(/\beyJ[\w-]+\.(eyJ[\w-]+)\./g)) {
      const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
      expect(claims.iss ?? "http://localhost:4460/").toMatch(
        /^http:\/\/(?:localhost|127\.0\.0\.1):44\d\d\/$/,
      );
    }
  });
});

describe("the table of cases", () => {
  test("has no name twice", () => {
    const names = cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(cases)("$name has a sentence, and causes in the style of rules", (each) => {
    expect(each.done).toMatch(/^[A-Z].*\.$/);
    for (const id of [each.cause ?? "none", ...(each.others ?? [])])
      expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9_]+)*$/);
  });
});
