import { expect, test } from "vitest";
import { createCookieJar, type Cookies } from "../../../../lib/sandbox/cookie-jar.ts";
import type { SentRequest } from "../../../../lib/sandbox/port-messages.ts";

const sent: SentRequest = {
  kind: "request",
  url: "https://sandbox.invalid/authorize",
  method: "GET",
  headers: [["accept", "text/html"]],
  hasCookies: true,
};

function respond(...lines: readonly string[]): Response {
  const response = new Response();
  const headers = new Headers(lines.map((line) => ["set-cookie", line]));
  Object.defineProperty(response, "headers", { value: headers });
  return response;
}

function openJar(first: Cookies = []) {
  const state = { now: 1_000_000, saved: new Array<Cookies>() };
  const jar = createCookieJar(first, {
    async save(cookies) {
      state.saved.push(cookies);
    },
    now: () => state.now,
  });
  const header = () => jar.attach(sent).headers.find(([name]) => name === "cookie")?.[1];
  return { jar, state, header };
}

test("sends the cookies of earlier responses, each name once and in its place", async () => {
  const { jar, header, state } = openJar();
  expect(jar.attach(sent)).toBe(sent);
  await jar.take(sent, respond("a=1; Path=/; HttpOnly", "b=2"));
  await jar.take(sent, respond("a=3"));
  expect(header()).toBe("a=3; b=2");
  expect(state.saved).toHaveLength(2);
});

test("drops a cookie at its end: Max-Age precedes Expires, and 0 removes it", async () => {
  const { jar, header, state } = openJar();
  const past = new Date(0).toUTCString();
  await jar.take(sent, respond(`a=1; Max-Age=10; Expires=${past}`, "b=2", `c=3; Expires=${past}`));
  expect(header()).toBe("a=1; b=2");
  state.now += 10_001;
  expect(header()).toBe("b=2");
  await jar.take(sent, respond("b=; Max-Age=0"));
  expect(header()).toBeUndefined();
});

test("neither sends nor takes cookies for a request without credentials", async () => {
  const { jar, header, state } = openJar([{ name: "a", value: "1" }]);
  const without = { ...sent, hasCookies: false };
  expect(jar.attach(without)).toBe(without);
  await jar.take(without, respond("b=2"));
  expect(state.saved).toEqual([]);
  expect(header()).toBe("a=1");
});

test("ignores a line without a name", async () => {
  const { jar, header } = openJar();
  await jar.take(sent, respond("=1", "nothing", "a=x=y"));
  expect(header()).toBe("a=x=y");
});
