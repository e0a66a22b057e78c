import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { expectedLogins } from "../../../trace-corpus/second/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";
import { endsLogin, harSchema, isGood, type Entry } from "./har-entries.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/second");
describeBlindSet({
  name: "second",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});

const readEntries = (name: string): readonly Entry[] =>
  harSchema.parse(JSON.parse(readFileSync(join(folder, `${name}.har`), "utf8"))).log.entries;
const readName = ({ name }: { name: string }): string => name;

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
