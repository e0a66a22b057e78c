import { expect, test } from "vitest";
import { createLazyFetch } from "../../../../lib/sandbox/lazy-fetch.ts";

test("loads the code for the sandbox with its first request, and for no other", async () => {
  let loads = 0;
  const fetch = createLazyFetch({
    origin: "https://sandbox.invalid",
    async load() {
      loads += 1;
      return () => Promise.resolve(new Response("sandbox"));
    },
    fetch: () => Promise.resolve(new Response("network")),
  });
  expect(await (await fetch("https://acme.example/a", {})).text()).toBe("network");
  expect(loads).toBe(0);
  expect(await (await fetch("https://sandbox.invalid/a", {})).text()).toBe("sandbox");
  expect(loads).toBe(1);
});
