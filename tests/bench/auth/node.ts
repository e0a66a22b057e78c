// A separate Node process for the bench, forked by places.ts. It loads both libraries like a page,
// into the global scope, beside the few globals of a page that they use. It runs one task at a
// time.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

Object.assign(globalThis, {
  document: { cookie: "", createElement: () => ({}), documentElement: {} },
  location: new URL("http://localhost/"),
  window: globalThis,
  self: globalThis,
});
console.warn = () => undefined;

for (const path of process.argv.slice(2)) runInThisContext(readFileSync(path, "utf8"));

process.on("message", (task: unknown) => {
  const run: unknown = runInThisContext(`runBench(${JSON.stringify(task)})`);
  void Promise.resolve(run).then(
    (timing) => process.send?.(timing),
    (cause: unknown) => process.send?.({ error: String(cause) }),
  );
});
