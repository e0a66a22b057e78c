import { expect, test } from "vitest";
import { checkAllowances, type AllowanceQuestion } from "../../../../lib/runs/check-allowances.ts";
import type { Allowance } from "../../../../lib/runs/list-allowances.ts";
import { callback, demoOrigin, openTenant, origin } from "../../tenant/open-tenant.ts";

const clientId = "demo-spa";
const callbackUrl = (address: string): Allowance => ({
  clientId,
  list: "Allowed callback URLs",
  address,
});
const webOrigin = (address: string): Allowance => ({
  clientId,
  list: "Allowed web origins",
  address,
});
const logoutUrl = (address: string): Allowance => ({
  clientId,
  list: "Allowed logout URLs",
  address,
});

const question: Omit<AllowanceQuestion, "allowances"> = {
  origin,
  way: "page",
};

/** Asks a local tenant; the requests carry the origin of the asking page, as in a browser. */
function openAsk(ownOrigin = "chrome-extension://inspector") {
  const opened = openTenant();
  const requests: Request[] = [];
  async function ask(allowances: readonly Allowance[], changes: Partial<AllowanceQuestion> = {}) {
    return await checkAllowances(
      { ...question, ...changes, allowances },
      {
        fetch: async (url, init) => {
          const request = new Request(url, init);
          if (request.method === "POST") request.headers.set("origin", ownOrigin);
          requests.push(request);
          return await opened.tenant.fetch(request);
        },
      },
    );
  }
  return { ...opened, ask, requests };
}

test("a callback URL is accepted if the application's list has it", async () => {
  const { ask } = openAsk();
  expect(await ask([callbackUrl(callback)])).toEqual([{ kind: "accepted" }]);
});

test("a callback URL that the list lacks is rejected, with the way to allow it", async () => {
  const { ask } = openAsk();
  expect(await ask([callbackUrl(`${callback}/other`)])).toEqual([
    {
      kind: "rejected",
      why: "The tenant rejects it (400). Add it to the allowed callback URLs, or correct the client ID.",
    },
  ]);
});

test("a tenant with an error page of its own does not make a callback URL look accepted", async () => {
  const opened = openAsk();
  await opened.control("PUT", "faults", { "errors-redirected": true });
  expect(await opened.ask([callbackUrl(`${callback}/other`)])).toEqual([
    {
      kind: "unknown",
      why: "The tenant redirected the question, as one with an error page of its own does. Compare the address with the application's list.",
    },
  ]);
  expect(await opened.ask([callbackUrl(callback)])).toEqual([{ kind: "accepted" }]);
});

test("an unknown application is rejected as well", async () => {
  const { ask } = openAsk();
  const [answer] = await ask([{ ...callbackUrl(callback), clientId: "nobody" }]);
  expect(answer).toMatchObject({ kind: "rejected" });
});

test.each([
  ["chrome-extension://inspector/", true, "accepted"],
  ["chrome-extension://inspector/", false, "rejected"],
  ["moz-extension://inspector/", true, "accepted"],
])("a page of the extension, %s, is asked about without a redirect", async (url, has, kind) => {
  const opened = openAsk();
  await opened.control("PATCH", "clients/demo-spa", { callbacks: has ? [url] : [] });
  expect(await opened.ask([callbackUrl(url)])).toMatchObject([{ kind }]);
});

test.each([
  [`${demoOrigin}/`, { kind: "accepted" }],
  [
    "https://elsewhere.example/",
    {
      kind: "rejected",
      why: "The tenant rejects it (400). Add it to the application's allowed logout URLs.",
    },
  ],
] as const)("the logout URL %s is answered by the logout endpoint", async (address, answer) => {
  const { ask } = openAsk();
  expect(await ask([logoutUrl(address)])).toEqual([answer]);
});

test("the tenant's own list of logout URLs is asked about without an application", async () => {
  const { ask, requests } = openAsk();
  const own: Allowance = { list: "Allowed logout URLs", address: "https://elsewhere.example/" };
  expect(await ask([own])).toMatchObject([
    { why: "The tenant rejects it (400). Add it to the tenant's allowed logout URLs." },
  ]);
  expect(requests.map(({ url }) => new URL(url).searchParams.has("client_id"))).toEqual([false]);
});

test("the origin of an allowed callback is accepted if the list of web origins has it", async () => {
  const { ask } = openAsk();
  expect(await ask([callbackUrl(callback), webOrigin(demoOrigin)])).toEqual([
    { kind: "accepted" },
    { kind: "accepted" },
  ]);
});

test("an origin that the list lacks is rejected, although its callback is allowed", async () => {
  const opened = openAsk();
  await opened.control("PATCH", "clients/demo-spa", { web_origins: [] });
  expect(await opened.ask([callbackUrl(callback), webOrigin(demoOrigin)])).toEqual([
    { kind: "accepted" },
    { kind: "rejected", why: "The tenant rejects it (403). Add it to the allowed web origins." },
  ]);
});

test("an origin is not known while its callback is rejected", async () => {
  const { ask } = openAsk();
  const [, answer] = await ask([callbackUrl(`${demoOrigin}/other`), webOrigin(demoOrigin)]);
  expect(answer).toEqual({
    kind: "unknown",
    why: "The tenant looks at the origin only after an allowed callback URL.",
  });
});

test("the origin of a page without a callback of its own is not known", async () => {
  const { ask, requests } = openAsk();
  const [, answer] = await ask([callbackUrl(callback), webOrigin("https://app.example")]);
  expect(answer).toMatchObject({ kind: "unknown" });
  expect(requests).toHaveLength(1);
});

test("the extension's own origin is answered by an embedded login without credentials", async () => {
  const own = "chrome-extension://inspector";
  const opened = openAsk(own);
  const asked = [webOrigin(own)];
  expect(await opened.ask(asked, { way: "extension" })).toEqual([
    { kind: "rejected", why: "The tenant rejects it (403). Add it to the allowed web origins." },
  ]);
  await opened.control("PATCH", "clients/demo-spa", { web_origins: [own] });
  expect(await opened.ask(asked, { way: "extension" })).toEqual([{ kind: "accepted" }]);
});

test("an origin is not within another one that begins with the same characters", async () => {
  const { ask } = openAsk();
  const [, answer] = await ask([callbackUrl(callback), webOrigin(demoOrigin.slice(0, -1))]);
  expect(answer).toMatchObject({ kind: "unknown" });
});

test("the questions carry no cookies, follow no redirect and start no login", async () => {
  const { ask, requests } = openAsk();
  await ask([callbackUrl(callback), webOrigin(demoOrigin), logoutUrl(`${demoOrigin}/`)]);
  expect(requests).toHaveLength(3);
  for (const request of requests) {
    expect(request).toMatchObject({ credentials: "omit", redirect: "manual" });
  }
  const authorizations = requests.filter(({ url }) => new URL(url).pathname === "/authorize");
  expect(authorizations.map(({ url }) => new URL(url).searchParams.get("prompt"))).toEqual([
    "none",
    "none",
  ]);
});

test.each([
  [429, "Too many requests (429). Wait a minute, then check again."],
  [200, "The tenant responded with status 200, which proves neither."],
  [503, "The tenant responded with status 503, which proves neither."],
])("status %i is no proof", async (status, why) => {
  const answers = await checkAllowances(
    { ...question, allowances: [callbackUrl(callback)] },
    { fetch: async () => new Response(null, { status }) },
  );
  expect(answers).toEqual([{ kind: "unknown", why }]);
});

test("a redirect is no proof", async () => {
  const answers = await checkAllowances(
    { ...question, allowances: [callbackUrl(callback), webOrigin(demoOrigin)] },
    { fetch: async () => new Response(null, { status: 302 }) },
  );
  expect(answers).toMatchObject([{ kind: "unknown" }, { kind: "unknown" }]);
});

test("a tenant that cannot be reached, or does not respond in time, is named", async () => {
  const unreachable = {
    kind: "unknown",
    why: `Could not reach ${origin}. Check that the tenant is running and that the extension may access its URL.`,
  };
  const asked = { ...question, allowances: [logoutUrl(`${demoOrigin}/`)] };
  const fail = () => Promise.reject(new TypeError("failed to fetch"));
  expect(await checkAllowances(asked, { fetch: fail })).toEqual([unreachable]);
  const hang = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      if (signal?.aborted === true) reject(new Error("aborted"));
    });
  const timeLimit = () => AbortSignal.abort();
  expect(await checkAllowances(asked, { fetch: hang, timeLimit })).toEqual([unreachable]);
});
