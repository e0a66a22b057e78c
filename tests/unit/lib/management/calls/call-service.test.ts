import { describe, expect, test } from "vitest";
import type { AccessTokenSource } from "../../../../../lib/management/credentials/credentials.ts";
import { body, createClient, profile } from "../client-harness.ts";
import {
  catchManagementError,
  createClock,
  createNetwork,
  createSilentNetwork,
  refuse,
} from "../fakes.ts";

describe("every call", () => {
  test("renews its token once after a 401", async () => {
    const asked: unknown[] = [];
    const tokens = ["old", "new"];
    const accessToken: AccessTokenSource = (options) => {
      asked.push(options);
      return Promise.resolve(tokens.shift() ?? "");
    };
    const network = createNetwork(refuse(401), Response.json(profile, { status: 201 }));
    await createClient(network.fetch, { accessToken }).createTokenExchangeProfile(body);
    expect(asked).toEqual([undefined, { renew: true, refused: "old" }]);
    expect(network.sent.map((request) => request.header("authorization"))).toEqual([
      "Bearer old",
      "Bearer new",
    ]);
  });

  test("fails after the second 401", async () => {
    const tokens = ["old", "new"];
    const accessToken = () => Promise.resolve(tokens.shift() ?? "");
    const network = createNetwork(refuse(401), refuse(401));
    const work = createClient(network.fetch, { accessToken }).createTokenExchangeProfile(body);
    expect((await catchManagementError(work)).code).toBe("unauthorized");
  });

  test("does not repeat a 401 with the token that was just refused", async () => {
    const network = createNetwork(refuse(401));
    const work = createClient(network.fetch).createTokenExchangeProfile(body);
    expect((await catchManagementError(work)).code).toBe("unauthorized");
    expect(network.sent).toHaveLength(1);
  });

  test("times out after 20 seconds, and reports that a change may have been applied", async () => {
    const clock = createClock();
    const network = createSilentNetwork();
    const work = catchManagementError(
      createClient(network.fetch, { clock }).createTokenExchangeProfile(body),
    );
    await network.asked;
    clock.advance(19_999);
    expect(clock.waiting).toBe(1);
    clock.advance(1);
    const error = await work;
    expect(error).toMatchObject({ code: "answer-lost", isInDoubt: true });
    expect(error.message).toContain("may have been applied");
  });

  test("times out in the middle of a response that never ends", async () => {
    const clock = createClock();
    const started = Promise.withResolvers<void>();
    const stream = new ReadableStream({ pull: () => started.resolve() }, { highWaterMark: 0 });
    const network = createNetwork(new Response(stream));
    const work = catchManagementError(
      createClient(network.fetch, { clock }).listConnectionProfiles(),
    );
    await started.promise;
    clock.advance(20_000);
    expect((await work).code).toBe("timeout");
  });

  test("ends when its caller aborts it, before or during the request", async () => {
    const network = createSilentNetwork();
    const clock = createClock();
    const client = createClient(network.fetch, { clock });
    const caller = new AbortController();
    const work = catchManagementError(client.listConnectionProfiles({ signal: caller.signal }));
    await network.asked;
    caller.abort();
    expect((await work).code).toBe("cancelled");
    const late = client.listConnectionProfiles({ signal: caller.signal });
    expect((await catchManagementError(late)).code).toBe("cancelled");
    expect(clock.waiting).toBe(0);
  });

  test.each([
    "http://tenant.example/api/v2",
    "ftp://tenant.example",
    "tenant.example",
    "https://a:b@tenant.example",
  ])("is not sent if a third party could read the token in transit: %s", async (baseUrl) => {
    const network = createNetwork();
    const accessToken = () => Promise.reject(new Error("no token should be asked for"));
    const client = createClient(network.fetch, { baseUrl, accessToken });
    expect((await catchManagementError(client.listConnectionProfiles())).code).toBe(
      "invalid-address",
    );
    expect(network.sent).toEqual([]);
  });
});
