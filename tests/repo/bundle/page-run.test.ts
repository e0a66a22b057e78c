import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { placeExpression, readExpression } from "../../../lib/runs/page-script.ts";
import { root } from "../overlay.ts";

const script = readFileSync(join(root, ".output/chrome-mv3/page-run.js"), "utf8")
  .trim()
  .replace(/;$/, "");

/** A page whose globals a test can list. */
function openRealm() {
  const globals: Record<string, unknown> = {
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    AbortController,
    AbortSignal,
    crypto,
    setTimeout,
    clearTimeout,
    fetch: () => undefined,
    window: new EventTarget(),
  };
  const context = createContext(globals);
  return {
    list: () => Reflect.ownKeys(globals),
    run(expression: string): unknown {
      return runInContext(expression, context);
    },
  };
}

test("the script of the inspected page is one expression: a function, without a global", () => {
  const realm = openRealm();
  const before = realm.list();
  expect(realm.run(`typeof ${script}`)).toBe("function");
  expect(realm.list()).toEqual(before);
});

test("the script of the inspected page performs a call, and removes its only global", async () => {
  const realm = openRealm();
  const before = realm.list();
  const call = {
    object: "WebAuth",
    options: { domain: "tenant.example", clientID: "client-1" },
    method: "client.buildAuthorizeUrl",
    args: [{ __proto__: null, responseType: "token", redirectUri: "https://app.example/" }],
  } as const;
  const name = "r1";
  expect(realm.run(placeExpression(script, name, { ...call, args: [...call.args] }, []))).toContain(
    '"kind":"callback"',
  );
  expect(realm.list()).toEqual([...before, name]);
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(realm.run(readExpression(name, 1))).toContain(
    '"outcome":{"kind":"returned","result":"https://tenant.example/authorize?',
  );
  expect(realm.list()).toEqual(before);
  expect(realm.run(readExpression(name, 1))).toBe("");
});
