import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { version } from "../../../lib/auth/version.ts";
import { root } from "../overlay.ts";

const librarySchema = z.object({
  TenantAuth: z.record(z.string(), z.unknown()),
  url: z.string(),
});

const source = readFileSync(join(root, ".output/chrome-mv3/auth-library.js"), "utf8");

describe("the library for any page, as built", () => {
  test(
    "runs where there is no window, and adds TenantAuth with its classes and its version to the globals",
    { tags: ["versioning.library-v10"] },
    () => {
      const place = { URL, TextEncoder, TextDecoder, crypto, fetch: () => undefined };
      const context = createContext(place);
      const before = Object.keys(place);
      runInContext(source, context);
      expect(Object.keys(place)).toEqual([...before, "TenantAuth"]);
      const call = `({ domain: "tenant.example", clientID: "client-1" })`;
      const url: unknown = runInContext(
        `new TenantAuth.WebAuth${call}.client.buildAuthorizeUrl()`,
        context,
      );
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

  test("makes no element but the frame of a session check, and writes to no console", () => {
    const made = [...source.matchAll(/createElement\w*\(([^)]*)\)/g)].map(([, what]) => what);
    expect(made).toEqual(['"iframe"']);
    expect(source).not.toMatch(/console|document\.write|insertAdjacent|importScripts|import\(/);
  });
});
