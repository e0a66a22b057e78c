import { describe, expect, test } from "vitest";
import { logIn, openTenant, origin, type OpenTenant } from "../open-tenant.ts";
import { listWith } from "../matchers.ts";

/** Presses a button of the page like a browser, and returns the next page. */
async function press(
  open: OpenTenant,
  fields: Record<string, string> | [string, string][],
): Promise<string> {
  const response = await open.send("/_control", {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(303);
  return await (await open.send(response.headers.get("location") ?? "")).text();
}

describe("the control page", () => {
  test("shows the log without a script, under a policy that allows no script", async () => {
    const open = openTenant();
    await logIn(open);
    const response = await open.send("/_control");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
    expect(policy).toContain("frame-ancestors 'none'");
    const page = await response.text();
    expect(page).toContain("user logged in");
    expect(page).not.toMatch(/<script|style=|correct-horse/);
    expect((await open.send("/_control/page.css")).headers.get("content-type")).toContain("css");
  });

  test("shows the runs of the rule and the state of the streams", async () => {
    const open = openTenant();
    await logIn(open);
    const token = await open.getToken("read:events");
    await (await open.call(token, "GET", "/api/v2/events")).body?.cancel();
    const page = await (await open.send("/_control")).text();
    expect(page).toMatch(/Count logins <code>rul_demo_login_count<\/code><\/td>\s*<td>1 run</);
    expect(page).toMatch(/<code>demo-management<\/code><\/td>\s*<td>0<\/td>\s*<td>closed/);
  });

  test("names limits and faults in words, each limit with its unit", async () => {
    const open = openTenant();
    const page = await (await open.send("/_control")).text();
    const { limits, faults } = open.tenant.save();
    const labels = [...page.matchAll(/<label[^>]*>([^<]*)<(?:input|select)/gu)];
    const words = labels.map(([, label]) => (label ?? "").trim());
    expect(words).toContain("Event stream: time until it is closed, ms");
    for (const name of [...Object.keys(limits), ...Object.keys(faults)]) {
      expect(page).toContain(`"${name}"`);
      expect(page, name).not.toMatch(new RegExp(`>\\s*${name}\\s*<`, "u"));
    }
  });

  test("freezes streams, and plans the interruption of the next event", async () => {
    const open = openTenant();
    expect(await press(open, { do: "freeze" })).toContain("0 streams frozen.");
    expect(await press(open, { do: "interrupt", at: "field", ending: "abort" })).toContain(
      "will break off within a field.",
    );
    expect(await open.control("GET", "streams")).toMatchObject({
      interruption: { at: "field", ending: "abort", after: 0, times: 1 },
    });
    expect(await press(open, { do: "interrupt", at: "word" })).toContain(
      "Could not apply the form",
    );
  });

  test("shows data from requests as text, never as markup", async () => {
    const open = openTenant();
    await open.send("/authorize?client_id=%3Cimg%20src%3Dx%3E");
    expect(await (await open.send("/_control")).text()).not.toContain("<img");
  });

  test("performs the action of each button and confirms it once", async () => {
    const open = openTenant();
    const ada = "auth0|65f1c0ada000000000000001";
    expect(await press(open, { do: "emit", type: "user.deleted", count: "3" })).toContain(
      "Events emitted: 3, type user.deleted.",
    );
    expect(await (await open.send("/_control")).text()).not.toContain("Events emitted");
    await press(open, [
      ["do", "faults"],
      ["fault", "wrong-key"],
      ["fault", "stream-silent"],
    ]);
    await press(open, { do: "block", user: ada });
    await press(open, { do: "sign", client: "demo-spa", alg: "HS256" });
    await press(open, { do: "clock", skew: "-30" });
    await press(open, { do: "respond", path: "/userinfo", status: "500", delay: "", cut: "" });
    const limits = { ...open.tenant.save().limits, eventStreams: 2 };
    const texts = Object.entries(limits).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    await press(open, [["do", "limits"], ...texts]);
    const state = open.tenant.save();
    expect(state.events.events).toHaveLength(4);
    expect(state.faults).toMatchObject({ "wrong-key": true, "stream-silent": true });
    expect(state.users).toEqual(listWith({ user_id: ada, blocked: true }));
    expect(state.signingAlgorithms["demo-spa"]).toBe("HS256");
    expect(state.skew).toBe(-30_000);
    expect(state.limits.eventStreams).toBe(2);
    expect(await open.control("GET", "responses")).toMatchObject({
      planned: [{ path: "/userinfo", status: 500 }],
    });
    await press(open, { do: "faults" });
    expect(open.tenant.save().faults["wrong-key"]).toBe(false);
    await press(open, { do: "unblock", user: ada });
    await press(open, { do: "drop" });
    await press(open, { do: "fail", code: "timeout" });
    await press(open, { do: "reset" });
    expect(open.tenant.save().skew).toBe(0);
  });

  test.each([
    { do: "constructor" },
    { do: "no-such-button" },
    { do: "emit", type: "user.sang", count: "1" },
    { do: "clock", skew: "soon" },
    { do: "limits", eventStreams: "many" },
    { do: "block", user: "nobody" },
    { do: "fail", code: "boom" },
  ])("reports that %j is invalid", async (fields) => {
    expect(await press(openTenant(), fields)).toMatch(/Could not (?:apply|emit|set) the /);
  });

  test("rejects a form of another page", async () => {
    const open = openTenant();
    const response = await open.send("/_control", {
      method: "POST",
      headers: { origin: "https://elsewhere.example" },
      body: new URLSearchParams({ do: "reset" }),
    });
    expect(response.status).toBe(403);
  });
});
