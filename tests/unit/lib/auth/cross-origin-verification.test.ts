import { describe, expect, test } from "vitest";
import { ada, realm, TenantPage } from "./tenant-page.ts";

const tenant = "http://localhost:4400";

/** The page of cross-origin verification in the tenant's frame, and its messages. */
async function setUp() {
  const page = new TenantPage();
  await page.create().login({ ...ada, realm });
  const [id = ""] = [...page.storage.keys()].flatMap((key) => key.split("co/verifier/")[1] ?? []);
  const posted: { data: unknown; targetOrigin: string }[] = [];
  const parent = {
    postMessage: (data: unknown, targetOrigin: string) => posted.push({ data, targetOrigin }),
  };
  const messages = { listen: page.listen.bind(page), parent };
  page.create({ ports: page.ports({ messages }) }).crossOriginVerification();
  const ask = async (change: { origin?: string; source?: unknown; data?: unknown } = {}) => {
    const data = { type: "co_verifier_request", request: { id } };
    page.post({ origin: tenant, source: parent, data, ...change });
    await new Promise((resolve) => setImmediate(resolve));
    return posted.at(-1);
  };
  return { page, id, posted, ask };
}

const ready = { data: { type: "ready" }, targetOrigin: tenant };

describe("crossOriginVerification", () => {
  test(
    "sends the verifier of a login to the tenant's frame, once",
    { tags: ["library.cross-origin-verification"] },
    async () => {
      const { ask, posted } = await setUp();
      expect(posted).toEqual([ready]);
      const answer = await ask();
      expect(answer?.targetOrigin).toBe(tenant);
      expect(JSON.stringify(answer?.data)).toMatch(
        /^\{"type":"co_verifier_response","response":\{"verifier":"\w{32}"\}\}$/,
      );
      expect((await ask())?.data).toEqual({
        type: "co_verifier_response",
        response: { verifier: "" },
      });
    },
  );

  test.each([
    [{ origin: "https://evil.example" }],
    [{ source: {} }],
    [{ source: null }],
    [{ data: null }],
    [{ data: { type: "co_verifier" } }],
  ])("ignores %j, and responds to the unchanged message", async (change) => {
    const { ask } = await setUp();
    expect(await ask(change)).toEqual(ready);
    expect(JSON.stringify((await ask())?.data)).toMatch(/"verifier":"\w{32}"/);
  });

  test.each([undefined, null, 7, {}, "unknown"])(
    "sends an empty response for the id %j",
    async (id) => {
      const { ask } = await setUp();
      const data = { type: "co_verifier_request", request: { id } };
      expect((await ask({ data }))?.data).toMatchObject({ response: { verifier: "" } });
      expect(JSON.stringify((await ask())?.data)).toMatch(/"verifier":"\w{32}"/);
    },
  );

  test("does nothing outside a frame", () => {
    const page = new TenantPage();
    page.create().crossOriginVerification();
    expect(page.hasNoListeners).toBe(true);
  });
});
