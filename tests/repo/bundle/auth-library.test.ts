import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext, runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { version } from "../../../lib/auth/version.ts";
import { root } from "../overlay.ts";

const librarySchema = z.object({
  TenantAuth: z.record(z.string(), z.unknown()),
  url: z.string(),
});

const languageGlobals = z
  .array(z.string())
  .parse(runInNewContext("Object.getOwnPropertyNames(globalThis)"));

/** The globals of workers (Node has them all) and some of pages, without those of the language. */
const platformGlobals = [
  ...Object.getOwnPropertyNames(globalThis),
  "document",
  "localStorage",
  "location",
  "self",
  "window",
].filter((name) => !languageGlobals.includes(name));

/** Runs a script in its own realm, and returns the platform's globals that it reads or adds. */
function listTouchedGlobals(script: string): string[] {
  const touched = new Set<string>();
  const place = {};
  for (const name of platformGlobals) {
    Object.defineProperty(place, name, {
      configurable: true,
      get: () => void touched.add(name),
      set() {
        touched.add(name);
      },
    });
  }
  const before = Object.keys(place);
  runInContext(script, createContext(place));
  const added = Object.keys(place).filter((name) => !before.includes(name));
  return [...touched, ...added];
}

const source = readFileSync(join(root, ".output/chrome-mv3/auth-library.js"), "utf8");

const buildUrl = `new TenantAuth.WebAuth({ domain: "tenant.example", clientID: "client-1" })
  .client.buildAuthorizeUrl()`;

/** The globals that the library needs without a window. */
const globalsOfWorker = { URL, TextEncoder, TextDecoder, crypto, fetch: () => undefined };

describe("the library for any page, as built", () => {
  test(
    "runs without a window, and adds TenantAuth with its classes and version to the globals",
    { tags: ["versioning.library-v10"] },
    () => {
      const place = { ...globalsOfWorker };
      const context = createContext(place);
      const before = Object.keys(place);
      runInContext(source, context);
      expect(Object.keys(place)).toEqual([...before, "TenantAuth"]);
      const url: unknown = runInContext(buildUrl, context);
      const { TenantAuth, url: built } = librarySchema.parse({ ...place, url });
      expect(TenantAuth["version"]).toBe(version);
      expect(Object.keys(TenantAuth).toSorted()).toEqual([
        "AuthError",
        "Authentication",
        "Management",
        "WebAuth",
        "version",
      ]);
      expect(built).toMatch(/^https:\/\/tenant\.example\/authorize\?/);
    },
  );

  test("changes no global except TenantAuth when it is loaded outside a page", () => {
    expect(listTouchedGlobals(source)).toEqual(["TenantAuth"]);
  });

  test.each([
    ["reads", "typeof document"],
    ["calls", "try { new TextEncoder() } catch {}"],
    ["adds", "globalThis.added = 1"],
  ])("is checked with a list of each global that a script %s", (_how, script) => {
    expect(listTouchedGlobals(script)).toEqual([
      expect.stringMatching(/^(document|TextEncoder|added)$/),
    ]);
  });

  test("creates no element except the frame of a session check, and loads no code", () => {
    const made = [...source.matchAll(/createElement\w*\(([^)]*)\)/g)].map(([, what]) => what);
    expect(made).toEqual(['"iframe"']);
    expect(source).not.toMatch(/document\.write|insertAdjacent|importScripts|import\(/);
  });

  test("writes nothing to the console when it starts and builds a URL", () => {
    const written: unknown[][] = [];
    const console = new Proxy(
      {},
      {
        get:
          () =>
          (...values: unknown[]) =>
            written.push(values),
      },
    );
    const context = createContext({ ...globalsOfWorker, console });
    runInContext(source, context);
    runInContext(buildUrl, context);
    expect(written).toEqual([]);
  });

  test("throws the error when it crashes at the start", () => {
    const context = createContext({ ...globalsOfWorker, console: {} });
    runInContext(`Object.assign = () => { throw new Error("crashed on purpose"); }`, context);
    expect(() => void runInContext(source, context)).toThrow("crashed on purpose");
  });
});
