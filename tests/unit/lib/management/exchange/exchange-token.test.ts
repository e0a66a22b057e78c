import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkExchange,
  exchangeOutcomeSchema,
  type ExchangeInput,
} from "../../../../../lib/management/exchange/exchange-schemas.ts";
import { exchangeToken } from "../../../../../lib/management/exchange/exchange-token.ts";
import type { Fetch } from "../../../../../lib/http/fetch.ts";
import { catchManagementError, createClock, createNetwork, createSilentNetwork } from "../fakes.ts";

const tokenUrl = "https://tenant.example/oauth/token";
const input: ExchangeInput = {
  client_id: "client-1",
  client_secret: "the-client-secret",
  subject_token: "legacy/token+1 =",
  subject_token_type: "urn:acme:legacy-token",
};

async function exchange(fetch: Fetch, changes: Partial<ExchangeInput> = {}) {
  return exchangeToken({ ...input, ...changes }, { tokenUrl, fetch, clock: createClock() });
}

function refusal(status: number, error: unknown, error_description?: string): Response {
  return Response.json({ error, error_description }, { status });
}

describe("exchanging a token", () => {
  test("posts the parameters of RFC 8693 as a form", async () => {
    const { fetch, sent } = createNetwork(Response.json({ access_token: "at" }));
    await exchange(fetch, {
      audience: "https://reports.example/",
      scope: "openid read:reports",
      parameters: { device: "d 1" },
    });
    const [request] = sent;
    expect(request?.url).toBe(tokenUrl);
    expect(request?.init).toMatchObject({ method: "POST", credentials: "omit", redirect: "error" });
    expect(request?.header("content-type")).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      ...input,
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      audience: "https://reports.example/",
      scope: "openid read:reports",
      device: "d 1",
    });
  });

  test("omits empty parameters", async () => {
    const { fetch, sent } = createNetwork(Response.json({ access_token: "at" }));
    await exchange(fetch, { client_secret: "", audience: " ", scope: "" });
    const names = [...new URLSearchParams(sent[0]?.body).keys()];
    expect(names).toEqual(["grant_type", "client_id", "subject_token", "subject_token_type"]);
  });

  test("returns the whole response, ready to be decoded", async () => {
    const answer = {
      access_token: "at",
      issued_token_type: "urn:ietf:params:oauth:token-type:access_token",
      token_type: "Bearer",
      expires_in: 86_400,
      id_token: "id",
      more: { of: "it" },
    };
    const { fetch } = createNetwork(Response.json(answer));
    expect(await exchange(fetch)).toEqual({ kind: "issued", response: answer });
  });

  test.each([
    [refusal(400, "invalid_request", "Expired."), "invalid-request", true],
    [refusal(403, "access_denied", "Not you."), "refused-by-action", true],
    [refusal(400, "acme_blocked"), "refused-by-action", true],
    [refusal(400, "invalid_grant"), "refused-by-action", true],
    [refusal(401, "invalid_client"), "client-refused", false],
    [refusal(403, "unauthorized_client"), "grant-not-allowed", false],
    [refusal(400, "unsupported_grant_type"), "grant-not-allowed", false],
    [refusal(403, "mfa_required"), "mfa-required", false],
    [refusal(429, "too_many_attempts"), "throttled", false],
    [refusal(429, "access_denied", "Global rate limit exceeded"), "rate-limited", false],
    [refusal(500, "server_error"), "server-error", false],
    [new Response("<html>", { status: 404 }), "unexpected", false],
    [refusal(400, 7), "unexpected", false],
    [new Response(null, { status: 304 }), "unexpected", false],
  ])(
    "distinguishes rejections by status and code (%#)",
    async (answer, reason, isFailedAttempt) => {
      const { status } = answer;
      const outcome = await exchange(createNetwork(answer).fetch);
      const message = expect.stringMatching(/\. .*\.$/u);
      expect(outcome).toMatchObject({ kind: "refused", reason, status, isFailedAttempt, message });
    },
  );

  test("shows the action's code and message, but decides nothing by the message", async () => {
    const outcomes = await Promise.all(
      ["too_many_attempts", "invalid_client"].map((words) =>
        exchange(createNetwork(refusal(403, "acme_suspended", words)).fetch),
      ),
    );
    expect(outcomes).toMatchObject([
      { errorCode: "acme_suspended", serviceMessage: "too_many_attempts" },
      { errorCode: "acme_suspended", serviceMessage: "invalid_client" },
    ]);
    const reasons = outcomes.map((outcome) => outcome.kind === "refused" && outcome.reason);
    expect(reasons).toEqual(["refused-by-action", "refused-by-action"]);
  });

  test("reports the retry time", async () => {
    const answer = Response.json(
      { error: "too_many_attempts" },
      { status: 429, headers: { "retry-after": "600" } },
    );
    expect(await exchange(createNetwork(answer).fetch)).toMatchObject({
      retryAt: createClock().now() + 600_000,
    });
  });

  test("is never repeated automatically", async () => {
    const { fetch, sent } = createNetwork(refusal(429, "too_many_attempts"));
    await exchange(fetch);
    expect(sent).toHaveLength(1);
  });

  test.each(["<html>", "{}", '{"access_token":""}', ""])(
    "rejects a response without a token (%#)",
    async (text) => {
      const error = await catchManagementError(exchange(createNetwork(new Response(text)).fetch));
      expect(error.code).toBe("unexpected-response");
    },
  );

  test.each(["http://tenant.example/oauth/token", "https://a:b@tenant.example/oauth/token", "x"])(
    "sends no token if a third party could read it in transit: %s",
    async (url) => {
      const { fetch, sent } = createNetwork();
      const ports = { tokenUrl: url, fetch, clock: createClock() };
      const error = await catchManagementError(exchangeToken(input, ports));
      expect(error.code).toBe("invalid-address");
      expect(sent).toEqual([]);
    },
  );

  test("reports that the action may have run if no response arrives, and is not repeated", async () => {
    const { fetch, sent } = createNetwork(new TypeError("failed to fetch"));
    const error = await catchManagementError(exchange(fetch));
    expect(error).toMatchObject({ code: "answer-lost", isInDoubt: true });
    expect(error.message).toContain("action may have run");
    expect(sent).toHaveLength(1);
  });

  test("has an outcome that can be cloned to another context", async () => {
    const answers = [
      Response.json({ access_token: "a.b.c", more: { x: 1 } }),
      refusal(400, "invalid_request"),
      refusal(429, "too_many_attempts"),
    ];
    for (const answer of answers) {
      const outcome = await exchange(createNetwork(answer).fetch);
      expect(exchangeOutcomeSchema.parse(structuredClone(outcome))).toEqual(outcome);
    }
  });

  test("ends when its caller aborts it", async () => {
    const { fetch, asked } = createSilentNetwork();
    const caller = new AbortController();
    const clock = createClock();
    const work = exchangeToken(input, { tokenUrl, fetch, clock, signal: caller.signal });
    const failure = catchManagementError(work);
    await asked;
    caller.abort();
    expect((await failure).code).toBe("cancelled");
    expect(clock.waiting).toBe(0);
  });
});

describe("the outcome of an exchange", () => {
  const parameters = { actor_token: "the-actor-token" };

  test.each([
    (secret: string) => secret,
    (secret: string) => `Bad token "${secret}".`,
    (secret: string) => `token=${encodeURIComponent(secret)}`,
    (secret: string) => new URLSearchParams({ token: secret }).toString(),
    (secret: string) => JSON.stringify({ token: secret }),
  ])("never contains a sent value, even if the tenant repeats it (%#)", async (repeat) => {
    const secrets = [input.subject_token, "the-client-secret", "the-actor-token"];
    for (const secret of secrets) {
      const answer = refusal(400, repeat(secret), repeat(secret));
      const outcome = await exchange(createNetwork(answer).fetch, { parameters });
      expect(outcome).toHaveProperty("serviceMessage", expect.stringContaining("[removed]"));
      expect(JSON.stringify(outcome)).not.toContain(secret);
      expect(JSON.stringify(outcome)).not.toContain(encodeURIComponent(secret));
    }
  });

  test("contains no secret in any error, for any token", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 12, maxLength: 60 }),
        fc.constantFrom("down", "html", "words"),
        async (token, fault) => {
          fc.pre(token.trim().length >= 12);
          const answers = {
            down: new TypeError(`could not send ${token}`),
            html: new Response(token),
            words: refusal(400, token, `no: ${token}`),
          };
          const work = exchange(createNetwork(answers[fault]).fetch, { subject_token: token });
          const told = await work.catch((error: unknown) => [error, String(error)]);
          expect(JSON.stringify(told)).not.toContain(JSON.stringify(token).slice(1, -1));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("checking an exchange before it is sent", () => {
  test.each([
    [{ client_id: "" }, "client_id"],
    [{ subject_token: " " }, "subject_token"],
    [{ subject_token: "x".repeat(64 * 1024 + 1) }, "subject_token"],
    [{ subject_token_type: undefined }, "subject_token_type"],
    [{ parameters: { subject_token: "other" } }, "parameters.subject_token"],
    [{ parameters: { grant_type: "password" } }, "parameters.grant_type"],
    [{ parameters: { "": "x" } }, "parameters."],
    [{ password: "x" }, "password"],
    [{ client_secret: "x".repeat(64 * 1024 + 1) }, "client_secret"],
    [{ audience: "x".repeat(64 * 1024 + 1) }, "audience"],
    [{ scope: "x".repeat(64 * 1024 + 1) }, "scope"],
    [{ parameters: { device: "x".repeat(64 * 1024 + 1) } }, "parameters.device"],
  ])("names the field (%#)", (changes, field) => {
    const check = checkExchange({ ...input, ...changes });
    expect(check.ok ? [] : check.errors).toEqual([
      { field, message: expect.stringMatching(/^[A-Z].*\.$/u) },
    ]);
  });

  test("prevents an invalid exchange, and does not repeat its values", async () => {
    const { fetch, sent } = createNetwork();
    const work = exchange(fetch, { parameters: { subject_token: "another-secret" } });
    const error = await catchManagementError(work);
    expect(error.code).toBe("invalid-request");
    expect(error.message).not.toContain("another-secret");
    expect(sent).toEqual([]);
  });
});
