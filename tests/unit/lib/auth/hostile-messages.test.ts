import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AuthError } from "../../../../lib/auth/index.ts";
import { appOrigin, createWebAuth } from "./compared.ts";
import { FakeWindow } from "./fake-ports.ts";
import { foreign, hold, listHeld } from "./hostile-inputs.ts";
import { issuer, seconds } from "./signed-tokens.ts";

const tenantOrigin = issuer.slice(0, -1);
const documented =
  /^(?:invalid_token|invalid_hash|timeout|origin_mismatch|popup_blocked|popup_closed|error|request_error|too_many_requests|runtime_error)$/;

describe("messages of other windows", () => {
  /** A call that waits for a message, the message, and the same message with another token. */
  function waitForMessage(how: "frame" | "popup") {
    const page = new FakeWindow();
    const clock = { now: () => seconds * 1000, after: () => () => undefined };
    const webAuth = createWebAuth({ frames: page, popups: page, messages: page, clock });
    const outcome = how === "frame" ? webAuth.checkSession() : webAuth.popup.authorize();
    const state = page.frames[0]?.url.searchParams.get("state");
    const message = {
      origin: how === "frame" ? tenantOrigin : appOrigin,
      source: page.frames[0]?.window,
      data: { type: "authorization_response", response: { access_token: "real", state } },
    };
    const forged = {
      ...message,
      data: { ...message.data, response: { access_token: "forged", state } },
    };
    return { page, outcome, message, forged };
  }

  test("are ignored if origin, source, data or type differs, and the correct message is read", async () => {
    await hold(
      "message",
      fc.tuple(
        fc.constantFrom<"frame" | "popup">("frame", "popup"),
        fc.constantFrom("origin", "source", "data", "type"),
      ),
      fc.oneof(
        foreign,
        fc.string().map((host) => `https://${host}.example`),
        fc.constantFrom(
          appOrigin,
          issuer,
          tenantOrigin,
          `${tenantOrigin}:443`,
          "http://tenant.example",
          `${tenantOrigin}.evil.example`,
          "null",
        ),
      ),
      async ([how, field], value) => {
        const { page, outcome, message, forged } = waitForMessage(how);
        fc.pre(value !== message.origin && value !== message.data.type);
        if (field === "type") page.post({ ...forged, data: { ...forged.data, type: value } });
        else page.post(Object.assign(forged, { [field]: value }));
        expect(page.isClean).toBe(false);
        page.post(message);
        expect((await outcome).accessToken).toBe("real");
        expect(page.isClean).toBe(true);
      },
    );
  });

  test("end in a documented error or a result if one member of the response differs", async () => {
    await hold(
      "member of a message",
      fc.constantFrom("access_token", "state", "error", "id_token", "expires_in"),
      foreign,
      async (member, value) => {
        const { page, outcome, message } = waitForMessage("frame");
        const result = outcome.catch((error: unknown) => error);
        fc.pre(value !== message.data.response.state);
        const response = { ...message.data.response, [member]: value };
        page.post({ ...message, data: { ...message.data, response } });
        await new Promise((resolve) => setImmediate(resolve));
        // A response with another state belongs to another request: the call keeps waiting.
        expect(page.isClean).toBe(member !== "state");
        page.post(message);
        expect(isExpected(member, value, await result)).toBe(true);
        expect(page.isClean).toBe(true);
      },
    );
  });

  test("are tested with every input", () => {
    expect(listHeld()).toEqual(expect.arrayContaining(["message", "member of a message"]));
  });
});

/** Returns true if this outcome is right for a changed member. Only text and numbers count. */
function isExpected(member: string, value: unknown, result: unknown): boolean {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const error = result instanceof AuthError ? result.error : undefined;
  if (member === "error" && text) return error === text.slice(0, 200);
  if (member === "state") return error === undefined;
  if (member === "id_token" && text) return error === "invalid_token";
  if (member === "access_token" && !text) return error === "invalid_hash";
  return error === undefined || documented.test(error);
}
