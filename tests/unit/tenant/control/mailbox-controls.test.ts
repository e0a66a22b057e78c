import { describe, expect, test } from "vitest";
import { openTenant } from "../open-tenant.ts";

/** Makes the tenant send a code to an email address. */
async function sendCode(open: ReturnType<typeof openTenant>, email: string): Promise<void> {
  const response = await open.send("/passwordless/start", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: "demo-spa", connection: "email", email, send: "code" }),
  });
  expect(response.status).toBe(200);
}

describe("the control of the mailbox", () => {
  test("lists and deletes the messages, all or those of one recipient", async () => {
    const open = openTenant();
    await sendCode(open, "one@example.com");
    await sendCode(open, "two@example.com");
    expect(await open.control("GET", "mailbox")).toMatchObject({
      messages: [{ to: "one@example.com" }, { to: "two@example.com", channel: "email" }],
    });
    expect(await open.control("GET", "mailbox?to=two@example.com")).toMatchObject({
      messages: [{ to: "two@example.com" }],
    });
    expect(await (await open.send("/_control")).text()).toContain("two@example.com");
    expect(await open.control("DELETE", "mailbox")).toEqual({ messages: [] });
    expect(await open.control("GET", "mailbox")).toEqual({ messages: [] });
  });

  test("rejects an empty recipient", async () => {
    expect(await openTenant().control("GET", "mailbox?to=")).toHaveProperty("error");
  });
});
