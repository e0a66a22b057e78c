import { describe, expect, test } from "vitest";
import { createCookieJar, type Cookies } from "../../../../lib/sandbox/cookie-jar.ts";
import { openRequest } from "../../../../lib/sandbox/open-request.ts";
import { toByteText, type SentRequest } from "../../../../lib/sandbox/port-messages.ts";
import { createUserAgent, type SubmittedForm } from "../../../../lib/sandbox/user-agent.ts";
import {
  authorizePath,
  callback,
  openTenant,
  origin,
  readFragment,
  readTask,
} from "../../tenant/open-tenant.ts";

/** Opens a user agent for the local tenant in this process. */
function openAgent(open = openTenant()) {
  let cookies: Cookies = [];
  const jar = createCookieJar([], {
    save(given) {
      cookies = given;
      return Promise.resolve();
    },
    now: () => open.clock.time,
  });
  const agent = createUserAgent({
    origin,
    async send({ url, method, headers, body, hasCookies }) {
      const sent: SentRequest = {
        kind: "request",
        url,
        method,
        headers: [...headers],
        ...(body && { body: toByteText(body) }),
        hasCookies,
      };
      const { signal } = new AbortController();
      const response = await open.tenant.fetch(openRequest(jar.attach(sent), signal));
      await jar.take(sent, response);
      return { status: response.status, headers: response.headers, body: response.body };
    },
  });
  return { open, agent, cookies: () => cookies };
}

const ada: SubmittedForm["fields"] = [
  ["username", "ada@example.com"],
  ["password", "correct-horse-1"],
];

describe("the user agent of the sandbox", () => {
  test("logs in from the login page to the callback, and sends nothing there", async () => {
    const { agent } = openAgent();
    const page = await agent.open(`${origin}${authorizePath()}`);
    expect(page).toMatchObject({ kind: "page", status: 200 });
    const visit = await agent.submit({ action: page.url, method: "POST", fields: ada });
    expect(visit).toMatchObject({ kind: "left" });
    const redirect = new Response(null, { headers: { location: visit.url } });
    expect(visit.url.startsWith(`${callback}#`)).toBe(true);
    expect(readFragment(redirect)).toHaveProperty("id_token");
  });

  test("keeps the session, so that a silent renewal has a message, until it expires", async () => {
    const { agent, open } = openAgent();
    const page = await agent.open(`${origin}${authorizePath()}`);
    await agent.submit({ action: page.url, method: "POST", fields: ada });
    const silent = `${origin}${authorizePath({ prompt: "none", response_mode: "web_message" })}`;
    const renewed = await agent.open(silent);
    expect(renewed.kind === "page" && readTask(renewed.html)).toMatchObject({
      task: "post",
      message: { response: { state: "state-1" } },
    });
    open.clock.time += 4 * 24 * 60 * 60_000;
    const late = await agent.open(silent);
    expect(late.kind === "page" && readTask(late.html)).toMatchObject({
      message: { response: { error: "login_required" } },
    });
  });

  test("stays at a page that refuses, and hands a form for another origin over", async () => {
    const { agent } = openAgent();
    const page = await agent.open(`${origin}${authorizePath({ response_mode: "form_post" })}`);
    const wrong: SubmittedForm["fields"] = [
      ["username", "ada@example.com"],
      ["password", "no"],
    ];
    const refused = await agent.submit({ action: page.url, method: "POST", fields: wrong });
    expect(refused).toMatchObject({ kind: "page", status: 400 });
    const posting = await agent.submit({ action: page.url, method: "POST", fields: ada });
    expect(posting.kind === "page" && readTask(posting.html)).toEqual({ task: "submit" });
    const form: SubmittedForm = {
      action: callback,
      method: "POST",
      fields: [["state", "state-1"]],
    };
    expect(await agent.submit(form)).toEqual({ kind: "left", url: callback, form });
  });

  test("forgets the session at a logout", async () => {
    const { agent, cookies } = openAgent();
    const page = await agent.open(`${origin}${authorizePath()}`);
    await agent.submit({ action: page.url, method: "POST", fields: ada });
    expect(cookies().map(({ name }) => name)).toContain("tenant_session");
    await agent.open(`${origin}/v2/logout?client_id=demo-spa`);
    expect(cookies().map(({ name }) => name)).not.toContain("tenant_session");
  });
});
