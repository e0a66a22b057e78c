import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { CaptureReader } from "../pages/capture-reader.ts";
import type { CapturedTab, TraceStage } from "./trace-stage.ts";

/** Proves what a capture has of logins in real DevTools. */
export function proveCapture(getStage: () => TraceStage): void {
  let stage: TraceStage;
  let tab: CapturedTab;
  let reader: CaptureReader;

  beforeAll(async () => {
    stage = getStage();
    ({ tab } = stage);
    // The panel's own capture also reads lists, at times that the reader does not know.
    await stage.panel.click("#tab-trace");
    await stage.panel.click(`.trace-bar .record[aria-pressed="true"]`);
    reader = await CaptureReader.open(stage.panel);
  });
  beforeEach(async () => {
    await reader.waitUntilQuiet();
    await reader.clear();
  });

  const authorizeUrl = (mode: string) => {
    const url = new URL("/authorize", stage.tenantOrigin);
    url.search = new URLSearchParams({
      client_id: demo.clientId,
      response_type: "code",
      response_mode: mode,
      redirect_uri: `${stage.demoOrigins[0]}/callback`,
      scope: "openid",
      state: "state-of-the-test",
    }).toString();
    return url.href;
  };

  test("a redirect login: its redirects with the fragment, its page and its tokens, in order", async () => {
    await tab.goto(`${stage.demoOrigins[0]}/`);
    await tab.press("pkce");
    await reader.find({ path: "/u/login", method: "GET" });
    if (stage.hidesDocuments) await reader.waitUntilQuiet();
    await tab.logIn(demo.user);
    await tab.waitForResult("Login succeeded.");
    const [token] = await reader.find({ path: "/oauth/token", method: "POST", hasText: true });
    const [authorization] = await reader.find({ path: "/authorize" });
    const [login] = await reader.find({ path: "/u/login", method: "POST" });
    const [callback] = await reader.find({ path: "/callback" });
    expect(authorization).toMatchObject({ status: 302, destination: "document" });
    expect(login.requestBody).toContain(encodeURIComponent(demo.user.email));
    expect(login.redirect).toMatch(/\/callback#code=.+&state=/u);
    expect(callback).toMatchObject({ status: 200, destination: "document" });
    expect(token).toMatchObject({ status: 200, destination: "fetch" });
    expect(token.requestBody).toContain("code_verifier");
    expect(token.responseBody.text).toContain('"access_token"');

    const { exchanges, navigations, missedEvents } = await reader.read();
    const order = [authorization, login, callback, token].map(({ id }) => id);
    expect(exchanges.filter(({ id }) => order.includes(id)).map(({ id }) => id)).toEqual(order);
    expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length);
    expect(navigations.at(-1)?.url).toContain(stage.demoOrigins[0]);
    expect(missedEvents).toBeGreaterThanOrEqual(stage.hidesDocuments ? 1 : 0);
  });

  test("a form_post response: the code in the body of the POST to the app", async () => {
    await tab.goto(authorizeUrl("form_post"));
    const [post] = await reader.find({ path: "/callback", method: "POST" });
    expect(post).toMatchObject({ destination: "document" });
    const form = new URLSearchParams(post.requestBody);
    expect(form.get("code")).toBeTruthy();
    expect(form.get("state")).toBe("state-of-the-test");
  });

  describe("renewals in a frame", () => {
    test("at the tenant's site: the frame with its body", async () => {
      await tab.goto(`${stage.demoOrigins[0]}/`);
      await tab.press("renew");
      await tab.waitForResult("Silent renewal succeeded.");
      const [frame] = await reader.find({ path: "/authorize", destination: "frame" });
      expect(frame.url).toContain("prompt=none");
      expect(frame).toMatchObject({ status: 200 });
    });

    test("at another site: each frame, although the page removes it before its end", async () => {
      await tab.goto(`${stage.demoOrigins[1]}/`);
      // Firefox would lose a frame that starts while the list of the page's load is read.
      if (stage.hidesDocuments) await reader.waitUntilQuiet();
      for (let renewal = 0; renewal < 4; renewal += 1) {
        await tab.press("renew");
        await tab.waitForResult("Silent renewal failed.");
      }
      // Behind a filter, the frames are in Firefox's list alone. An event asks for that list.
      if (stage.hidesDocuments) await tab.evaluate(`fetch("/config.json").then(() => 1)`);
      // Their status can stay 0 there.
      const isUnanswered = stage.hidesDocuments;
      const wanted = { path: "/authorize", destination: "frame", isUnanswered };
      const frames = await reader.find(wanted, 4);
      const statuses = frames.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200 || (isUnanswered && status === 0))).toEqual(
        statuses,
      );
      expect(statuses).toHaveLength(4);
    });
  });

  test("what CORS hides from the page: the preflight, and the status of a refusal", async () => {
    await tab.goto(`${stage.demoOrigins[1]}/`);
    await reader.waitUntilQuiet();
    const hidden = `${stage.tenantOrigin}/u/login?state=unknown`;
    expect(await tab.evaluate(`fetch(${JSON.stringify(hidden)}).catch(() => "hidden")`)).toBe(
      "hidden",
    );
    const [refusal] = await reader.find({ path: "/u/login", destination: "fetch" });
    expect(refusal.status).toBeGreaterThanOrEqual(400);

    const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const token = JSON.stringify(`${stage.tenantOrigin}/oauth/token`);
    await tab.evaluate(`fetch(${token}, ${JSON.stringify(init)}).then(() => 1, () => 0)`);
    const [preflight] = await reader.find({ path: "/oauth/token", destination: "preflight" });
    expect(preflight.method).toBe("OPTIONS");
    const [call] = await reader.find({ path: "/oauth/token", method: "POST" });
    expect(call.status).toBeGreaterThanOrEqual(400);
  });

  test("the toolbar: nothing of a pause, and the last page only if the log is not preserved", async () => {
    const [home] = stage.demoOrigins;
    await reader.record(false);
    await tab.goto(`${home}/?paused`);
    await reader.record(true);
    await tab.goto(`${home}/?first`);
    await reader.find({ path: "/", search: "?first" });
    await reader.setPreservesLog(false);
    await tab.goto(`${home}/?second`);
    const searches = async () => {
      const urls = (await reader.read()).exchanges.map(({ url }) => new URL(url));
      return urls.filter(({ pathname }) => pathname === "/").map(({ search }) => search);
    };
    // Firefox reports the load of the page after its document.
    await expect.poll(searches).toEqual(["?second"]);
    // Firefox would lose a request that starts while the list of the page's load is read.
    await reader.waitUntilQuiet();
    await tab.evaluate(`fetch("/config.json").then(() => 1)`);
    await reader.find({ path: "/config.json" });
    await reader.setPreservesLog(true);
  });
}
