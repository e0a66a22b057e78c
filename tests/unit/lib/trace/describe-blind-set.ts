import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTraceFile } from "../../../../lib/trace/file/read-trace-file.ts";
import type { ExpectedLogin } from "../../../trace-corpus/expected-login.ts";
import { endsLogin, harSchema, isGood, pathOf, showsUser, type Entry } from "./har-entries.ts";

/** The endpoints of the project's own tenant. */
const tenantPaths =
  /^\/(?:authorize|oauth\/(?:token|revoke|par|device)|userinfo$|u\/|v2\/|co\/|oidc\/logout|dbconnections\/|passwordless\/|\.well-known\/jwks)/;

/** Parameters and headers that only one vendor's libraries send. */
const vendorMarks = /auth0client|auth0-client/i;

/** A set of logins whose author had not seen the rules. */
interface BlindSet {
  /** As in "the second set". */
  name: string;
  /** The folder of the `.har` files. */
  folder: string;
  logins: readonly ExpectedLogin[];
  clean: number;
  faulty: number;
  /** At least as many are of a provider of another make. */
  atOther: number;
}

/** Checks that the files of a set are what its list says. No rule is applied. */
export function describeBlindSet({
  name: set,
  folder,
  logins,
  clean,
  faulty,
  atOther,
}: BlindSet): void {
  const files = readdirSync(folder).filter((file) => file.endsWith(".har"));
  const readText = (name: string): string => readFileSync(join(folder, `${name}.har`), "utf8");
  const readEntries = (name: string): readonly Entry[] =>
    harSchema.parse(JSON.parse(readText(name))).log.entries;

  describe(`the ${set} set of captured logins`, () => {
    test("has a file for each of its logins", () => {
      expect(files.toSorted()).toEqual(logins.map(({ name }) => `${name}.har`).toSorted());
      expect(logins).toHaveLength(clean + faulty);
      expect(logins.filter((each) => "clean" in each)).toHaveLength(clean);
    });

    test("has logins at another provider, of which some fail if any do", () => {
      const others = logins.filter(({ isOtherProvider }) => isOtherProvider);
      expect(others.length).toBeGreaterThanOrEqual(atOther);
      expect(others.filter((each) => "cause" in each).length).toBeGreaterThanOrEqual(
        Math.min(3, faulty),
      );
    });

    test("is small enough to be kept in the repository", () => {
      const sizes = files.map((name) => readFileSync(join(folder, name)).byteLength);
      expect(Math.max(...sizes)).toBeLessThan(80_000);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000);
    });

    test.each(logins)("$name is a HAR file that the panel can import", async (login) => {
      const { log } = harSchema.parse(JSON.parse(readText(login.name)));
      expect(log.comment).toBe(login.story);
      const { signal } = new AbortController();
      const file = await readTraceFile(readText(login.name), () => Promise.resolve(), signal);
      expect(file).toMatchObject({ ok: true, skipped: 0 });
      expect(file.ok ? file.exchanges : []).toHaveLength(log.entries.length);
      for (const { request } of log.entries)
        expect(new URL(request.url).hostname).toMatch(/^(?:(?:.+\.)?localhost|127\.0\.0\.1)$/);
      // SCIM has a path of this name too (RFC 7644, section 3.2).
      expect(readText(login.name)).not.toMatch(/(?<!\/v2)\/(?:home|root|Users|tmp|work)\//);
    });

    test.each(logins.filter(({ isOtherProvider }) => isOtherProvider))(
      "$name has no path and no parameter of the tenant",
      ({ name }) => {
        expect(readEntries(name).filter((entry) => tenantPaths.test(pathOf(entry)))).toEqual([]);
        expect(readText(name)).not.toMatch(vendorMarks);
      },
    );

    test.each(logins.flatMap((each) => ("clean" in each ? [each] : [])))(
      "$name ends with tokens or a session, and only the listed requests failed after it",
      ({ name, endsAt, failsLater = [] }) => {
        const entries = readEntries(name);
        const end =
          endsAt === undefined
            ? entries.findIndex(endsLogin)
            : entries.findLastIndex((entry) => showsUser(entry, endsAt));
        expect(end).toBeGreaterThanOrEqual(0);
        const failed = entries.slice(end).filter(({ response: { status } }) => !isGood(status));
        expect(failed.map(pathOf)).toEqual(failsLater);
      },
    );

    test.each(logins.flatMap((each) => ("cause" in each ? [each] : [])))(
      "$name has the request that shows its cause",
      ({ name, at }) => {
        const shown = readEntries(name).filter(
          (entry) => entry.request.method === at.method && pathOf(entry) === at.path,
        );
        expect(shown.length).toBeGreaterThan(0);
      },
    );
  });
}
