import { describe, expect, test } from "vitest";
import { createChoices } from "../../fuzz/choices.ts";
import { findGaps } from "../../fuzz/fuzz-route.ts";
import { fuzzTenant, type FuzzOptions, type FuzzReport } from "../../fuzz/fuzz-tenant.ts";
import { openTenant } from "./open-tenant.ts";

/** The number of requests of a run. The run starts with the requests that have a fixed status. */
async function run(count: number, alter?: FuzzOptions["alter"]): Promise<FuzzReport> {
  return await fuzzTenant({
    seed: 20_260_301,
    isOver: (requests) => requests >= count,
    ...(alter !== undefined && { alter }),
  });
}

describe("the tenant under generated requests to each of its routes", () => {
  test("returns every documented status and no other, also to requests with valid tokens", async () => {
    const report = await run(5000);
    expect(report.gaps).toEqual([]);
    expect(report.problems.slice(0, 5)).toEqual([]);
    expect(report.missing).toEqual([]);
    expect(report.reached / report.requests).toBeGreaterThan(0.3);
  }, 60_000);

  test("receives the same requests when the seed is the same", async () => {
    const [first, second] = [await run(500), await run(500)];
    expect(second.histogram).toEqual(first.histogram);
    expect(createChoices(1).text(50)).not.toBe(createChoices(2).text(50));
  }, 60_000);

  // Found by a longer run: a string made of such an object throws.
  test.each(["/co/authenticate", "/passwordless/start", "/_control"])(
    "treats a form's object with its own toString as an object, at %s",
    async (path) => {
      const body = new URLSearchParams([
        ["do", "block"],
        ["user[toString]", "1"],
        ["client_id[toString]", "1"],
      ]);
      const response = await openTenant().send(path, { method: "POST", body });
      expect(response.status).toBeLessThan(500);
    },
  );
});

describe("the fuzzer", () => {
  const answer = (status: number, value: unknown): Response => Response.json(value, { status });

  /** The responses of a faulty tenant by route, with the problem that the fuzzer must report. */
  const faults: Record<string, readonly [alter: (given: Response) => Response, problem: string]> = {
    "GET /v2/logout": [() => answer(500, {}), "returned 500"],
    "GET /authorize": [() => answer(418, {}), "418 is not documented"],
    "GET /userinfo": [() => answer(401, {}), "has another error body"],
    "GET /u/pages.css": [
      () => new Response("Error: x\n    at run (file:///tenant/app.ts:1:1)"),
      "contains a stack trace",
    ],
    "GET /api/v2/users/:id": [
      ({ body, status }) => new Response(body, { status }),
      "has no rate limit headers",
    ],
    "POST /api/v2/token-exchange-profiles": [
      (given) =>
        given.status === 409
          ? new Response(given.body, { status: 400, headers: given.headers })
          : given,
      "expected 409",
    ],
    "GET /api/v2/connection-profiles": [
      (given) => Response.json({ error: "no envelope" }, given),
      "has another error envelope",
    ],
  };

  test("reports every fault of a tenant with several faults", async () => {
    const report = await run(0, (route, given) => faults[route]?.[0](given) ?? given);
    for (const [route, [, problem]] of Object.entries(faults)) {
      const said = report.problems.filter((each) => each.startsWith(`${route} `));
      expect(said.join("\n"), route).toContain(problem);
    }
    expect(report.missing).toContain("POST /api/v2/token-exchange-profiles 409");
    const untouched = report.problems.filter((each) =>
      Object.keys(faults).every((route) => !each.startsWith(`${route} `)),
    );
    expect(untouched).toEqual([]);
  }, 60_000);

  test("reports a route without requests, and requests to a route that does not exist", () => {
    const tried = {
      route: "GET /old",
      statuses: [200],
      build: (): { path: string } => ({ path: "/old" }),
    };
    expect(findGaps(["GET /new"], [tried])).toEqual([
      "no requests for GET /new",
      "no such route: GET /old",
    ]);
  });
});
