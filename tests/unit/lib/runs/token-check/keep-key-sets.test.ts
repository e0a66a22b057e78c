import { expect, test } from "vitest";
import type { FetchRequest } from "../../../../../lib/auth/ports.ts";
import { keepKeySets } from "../../../../../lib/runs/token-check/keep-key-sets.ts";
import { keySetUrl } from "./faulty-id-tokens.ts";

const request: FetchRequest = {
  method: "GET",
  headers: {},
  credentials: "omit",
  redirect: "error",
  signal: new AbortController().signal,
};

/** Creates a port whose tenant responds with the number of the request. */
function create(respond: (count: number) => Response) {
  const requests: string[] = [];
  let time = 0;
  const fetch = keepKeySets(
    async (url) => respond(requests.push(url)),
    () => time,
  );
  const read = async () => await (await fetch(keySetUrl, request)).text();
  return { fetch, read, requests, setTime: (to: number) => (time = to) };
}

test("requests a key set again only after a minute, or when the clock was set back", async () => {
  const { read, setTime } = create((count) => new Response(`${count}`));
  expect([await read(), await read()]).toEqual(["1", "1"]);
  setTime(59_999);
  expect(await read()).toBe("1");
  setTime(60_000);
  expect(await read()).toBe("2");
  setTime(59_999);
  expect(await read()).toBe("3");
});

test("keeps no failed response", async () => {
  const { fetch, requests } = create(
    (count) => new Response("", { status: count === 1 ? 503 : 200 }),
  );
  expect((await fetch(keySetUrl, request)).ok).toBe(false);
  expect((await fetch(keySetUrl, request)).ok).toBe(true);
  expect((await fetch(keySetUrl, request)).ok).toBe(true);
  expect(requests).toHaveLength(2);
});

test.each([
  ["another URL", "https://tenant.example/oauth/token", request],
  ["a POST", keySetUrl, { ...request, method: "POST" as const }],
])("sends no request for %s", async (_name, url, sent) => {
  const { fetch, requests } = create(() => new Response("{}"));
  await expect((async () => await fetch(url, sent))()).rejects.toThrow("requests only key sets");
  expect(requests).toEqual([]);
});
