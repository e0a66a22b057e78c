import { expect, test } from "vitest";
import { openRequest } from "../../../../lib/sandbox/open-request.ts";
import { createSandboxFetch } from "../../../../lib/sandbox/sandbox-fetch.ts";
import { createSandboxSender } from "../../../../lib/sandbox/send-to-sandbox.ts";
import { servePort, type Respond } from "../../../../lib/sandbox/serve-port.ts";
import { createPortPair } from "./port-pair.ts";

const origin = "https://sandbox.invalid";

/** Opens a `fetch` for a sandbox that runs after its first start, or never. */
function openFetch(respond: Respond, { starts = true } = {}) {
  const seen = { isRunning: false, starts: 0, connections: 0, elsewhere: new Array<string>() };
  const fetch = createSandboxFetch({
    origin,
    ownOrigin: "chrome-extension://abc",
    send: createSandboxSender({
      connect() {
        seen.connections += 1;
        const { near, far } = createPortPair();
        if (seen.isRunning) servePort(far, respond);
        else far.disconnect();
        return near;
      },
      start() {
        seen.starts += 1;
        seen.isRunning = starts;
        return Promise.resolve(true);
      },
    }),
    fetch(url) {
      seen.elsewhere.push(url);
      return Promise.resolve(new Response("other"));
    },
  });
  return { seen, fetch };
}

test("starts the sandbox at the first request, and not at the second", async () => {
  const { seen, fetch } = openFetch(() => Promise.resolve(new Response("ok")));
  expect(await (await fetch(`${origin}/a`)).text()).toBe("ok");
  expect(await (await fetch(`${origin}/b`)).text()).toBe("ok");
  expect(seen).toMatchObject({ starts: 1, connections: 3 });
});

test("carries form and JSON bodies with their types, and the origin of the page", async () => {
  const { fetch } = openFetch(async (sent, signal) => {
    const request = openRequest(sent, signal);
    return Response.json({
      type: request.headers.get("content-type"),
      origin: request.headers.get("origin"),
      text: await request.text(),
    });
  });
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: "ü" });
  expect(
    await (await fetch(`${origin}/oauth/token`, { method: "POST", body: form })).json(),
  ).toEqual({
    type: "application/x-www-form-urlencoded;charset=UTF-8",
    origin: "chrome-extension://abc",
    text: "grant_type=client_credentials&client_id=%C3%BC",
  });
  const json = { method: "PATCH", body: "{}", headers: { "content-type": "application/json" } };
  expect(await (await fetch(`${origin}/x`, json)).json()).toMatchObject({
    type: "application/json",
    text: "{}",
  });
});

test("returns status, headers and URL as fetch does", async () => {
  const { fetch } = openFetch(() =>
    Promise.resolve(new Response("slow down", { status: 429, headers: { "retry-after": "3" } })),
  );
  const response = await fetch(`${origin}/api/v2/users`);
  expect(response).toMatchObject({ status: 429, ok: false, url: `${origin}/api/v2/users` });
  expect(response.headers.get("retry-after")).toBe("3");
});

test("fails after one start, as fetch does without a connection", async () => {
  const { seen, fetch } = openFetch(() => Promise.resolve(new Response()), { starts: false });
  await expect(fetch(`${origin}/a`)).rejects.toBeInstanceOf(TypeError);
  expect(seen.starts).toBe(1);
});

test("sends no request again that the sandbox had received before it ended", async () => {
  const { seen, fetch } = openFetch(() => Promise.reject(new Error("ended")));
  seen.isRunning = true;
  await expect(fetch(`${origin}/a`, { method: "POST" })).rejects.toThrow("before its response");
  expect(seen).toMatchObject({ starts: 0, connections: 1 });
});

test("sends no request again after its signal aborted", async () => {
  const { seen, fetch } = openFetch(() => Promise.resolve(new Response()));
  const controller = new AbortController();
  const asked = fetch(`${origin}/a`, { signal: controller.signal });
  controller.abort(new Error("The user left."));
  await expect(asked).rejects.toThrow("The user left.");
  expect(seen.starts).toBe(0);
});

test("sends every other request where it went before", async () => {
  const { seen, fetch } = openFetch(() => Promise.reject(new Error("Not asked.")));
  expect(await (await fetch("https://acme.example/x")).text()).toBe("other");
  await fetch("https://sandbox.invalid.example/x");
  expect(seen).toMatchObject({
    connections: 0,
    elsewhere: ["https://acme.example/x", "https://sandbox.invalid.example/x"],
  });
});

test("follows no redirect, and fails as fetch does where none is allowed", async () => {
  const { fetch } = openFetch(() =>
    Promise.resolve(new Response(null, { status: 302, headers: { location: "/u/login" } })),
  );
  const shown = await fetch(`${origin}/authorize`, { redirect: "manual" });
  expect(shown.status).toBe(302);
  await expect(fetch(`${origin}/authorize`, { redirect: "error" })).rejects.toThrow("redirect");
});

test("sends cookies with the requests that include credentials", async () => {
  const { fetch } = openFetch(({ hasCookies }) => Promise.resolve(Response.json(hasCookies)));
  expect(await (await fetch(`${origin}/a`, { credentials: "include" })).json()).toBe(true);
  expect(await (await fetch(`${origin}/a`)).json()).toBe(false);
});
