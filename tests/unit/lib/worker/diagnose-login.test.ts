import { describe, expect, test } from "vitest";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import { maxErrorPageLength } from "../../../../lib/messages/login.ts";
import { diagnoseLogin } from "../../../../lib/worker/diagnose-login.ts";
import { createClock, createNetwork } from "../management/fakes.ts";

const url =
  "https://acme.example/authorize?client_id=app&redirect_uri=https://cb.example/&state=state-value&nonce=nonce-value";

const answerWith = (status: number, body: string, type = "text/html; charset=utf-8") =>
  createNetwork(new Response(body, { status, headers: { "content-type": type } }));

async function diagnose(fetch: Fetch, hasAccess = true, endedBy: "user" | "error-page" = "user") {
  return diagnoseLogin(url, endedBy, {
    fetch,
    clock: createClock(),
    hasHostPermission: async () => hasAccess,
  });
}

describe("the diagnostic request after a failed login", () => {
  test("carries no cookie and follows no redirect", async () => {
    const { fetch, sent } = createNetwork(new Response(null, { status: 302 }));
    await diagnose(fetch);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toMatch(/^https:\/\/acme\.example\/authorize\?client_id=app&/u);
    expect(sent[0]).toMatchObject({
      init: { redirect: "manual", credentials: "omit", cache: "no-store" },
    });
  });

  test.each([
    ["user", "closed"],
    ["error-page", "error-page"],
  ] as const)(
    "returns the outcome of a window ended by %s if the tenant accepts the request",
    async (endedBy, kind) => {
      const { fetch } = createNetwork(
        new Response(`<form method="post" action="https://cb.example/">`),
      );
      expect(await diagnose(fetch, true, endedBy)).toEqual({ kind });
    },
  );

  test("asks for a response that is no redirect, because an error page can be one", async () => {
    const { fetch, sent } = createNetwork(new Response(null, { status: 302 }));
    expect(await diagnose(fetch)).toEqual({ kind: "unproven" });
    const { searchParams } = new URL(sent[0]?.url ?? "");
    expect(searchParams.get("client_id")).toBe("app");
    expect(searchParams.get("response_mode")).toBe("form_post");
    expect(searchParams.get("prompt")).toBe("none");
  });

  test("does not take the page of a network login for the tenant's acceptance", async () => {
    expect(await diagnose(answerWith(200, "<h1>Welcome to the hotel</h1>").fetch)).toEqual({
      kind: "unproven",
    });
  });

  test("reads a redirect of the browser, which has neither status nor address", async () => {
    const opaque = Object.defineProperties(new Response(null), {
      status: { value: 0 },
      type: { value: "opaqueredirect" },
    });
    expect(await diagnose(async () => opaque)).toEqual({ kind: "unproven" });
  });

  test.each([
    [400, "refused"],
    [403, "refused"],
    [404, "refused"],
    [429, "failed"],
    [500, "failed"],
    [503, "failed"],
  ])("reports the status %i as %s, and quotes the page", async (status, kind) => {
    const { fetch } = answerWith(status, "<h1>No</h1>");
    expect(await diagnose(fetch)).toEqual({
      kind,
      page: { status, text: "<h1>No</h1>", isHtml: true },
    });
  });

  test("distinguishes an unreachable tenant from a tenant without a host permission", async () => {
    const failing = () => createNetwork(new TypeError("fetch failed")).fetch;
    expect(await diagnose(failing())).toEqual({ kind: "unreachable", isTimeout: false });
    expect(await diagnose(failing(), false)).toEqual({ kind: "no-access" });
  });

  test.each([true, false])("times out after ten seconds (access: %s)", async (access) => {
    const clock = createClock();
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
        clock.advance(10_000);
      });
    const hasHostPermission = async () => access;
    expect(await diagnoseLogin(url, "user", { fetch, clock, hasHostPermission })).toEqual({
      kind: "unreachable",
      isTimeout: true,
    });
    expect(clock.waiting).toBe(0);
  });

  test("quotes only the start of a long page, and only its text", async () => {
    const long = await diagnose(answerWith(400, "x".repeat(1_000_000)).fetch);
    expect(long).toMatchObject({ page: { text: "x".repeat(maxErrorPageLength) } });
    const picture = await diagnose(answerWith(400, "PNG", "image/png").fetch);
    expect(picture).toMatchObject({ page: { text: "", isHtml: false } });
  });

  test("keeps the status of a page that breaks off", async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError("reset")),
    });
    const { fetch } = createNetwork(
      new Response(body, { status: 403, headers: { "content-type": "text/plain" } }),
    );
    expect(await diagnose(fetch)).toEqual({
      kind: "refused",
      page: { status: 403, text: "", isHtml: false },
    });
  });

  test("removes state and nonce from the quotation", async () => {
    const { fetch } = answerWith(400, `You asked for ${url} (state-value)`, "text/plain");
    const failure = await diagnose(fetch);
    expect(JSON.stringify(failure)).not.toMatch(/state-value|nonce-value/);
    expect(JSON.stringify(failure)).toContain("/&state=[removed]&nonce=[removed]");
  });
});
