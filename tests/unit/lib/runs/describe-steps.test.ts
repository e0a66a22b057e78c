import { describe, expect, test } from "vitest";

import { describeSteps, findWaiting } from "../../../../lib/runs/describe-steps.ts";
import type { RunStep } from "../../../../lib/runs/steps.ts";

const tenant = "http://localhost:4400";

const authorizeUrl = `${tenant}/authorize?client_id=demo&response_type=code&state=s-1&code_challenge=c`;
const request = {
  id: 1,
  at: 10,
  ms: 5,
  kind: "request",
  method: "POST",
  url: `${tenant}/oauth/token`,
  headers: { "Content-Type": "application/json" },
  body: '{"grant_type":"authorization_code","code":"c-1"}',
  status: 200,
  answer: '{"access_token":"at-1","token_type":"Bearer","expires_in":86400}',
} as const satisfies RunStep;
const departure = { id: 1, at: 10, ms: 900, kind: "departure", url: authorizeUrl } as const;

function describeOne(step: RunStep, hasEnded = false) {
  const [line] = describeSteps([step], { way: "extension", hasEnded });
  if (line === undefined) throw new Error("The step has no line.");
  return line;
}

/** Returns the values by name, masked ones in brackets. */
function listValues(step: RunStep): string[] {
  return describeOne(step).facts.map(
    ({ part, name, value, isSecret }) => `${part} ${name}: ${isSecret ? `[${value}]` : value}`,
  );
}

describe("the line of a step", () => {
  test("lists parameters, headers and bodies of a request, and marks the secret ones", () => {
    expect(listValues({ ...request, headers: { Authorization: "Bearer x" } })).toEqual([
      "address Method: POST",
      `address URL: ${tenant}/oauth/token`,
      "headers Authorization: [Bearer x]",
      "body grant_type: authorization_code",
      "body code: [c-1]",
      "response access_token: [at-1]",
      "response token_type: Bearer",
      "response expires_in: 86400",
    ]);
  });

  test("lists the parameters of an authorization request without masking public ones", () => {
    expect(listValues(departure)).toEqual([
      `address URL: ${tenant}/authorize`,
      "query client_id: demo",
      "query response_type: code",
      "query state: [s-1]",
      "query code_challenge: c",
    ]);
  });

  test("lists nested members by path, and shows the code of an error", () => {
    const answer = '{"code":"invalid_password","policy":{"items":[1,true]}}';
    const refused = { ...request, body: "password=p&email=a%40b", status: 400, answer };
    expect(listValues(refused).slice(3)).toEqual([
      "form password: [p]",
      "form email: a@b",
      "response code: invalid_password",
      "response policy.items.0: 1",
      "response policy.items.1: true",
    ]);
    expect(describeOne(refused)).toMatchObject({
      outcome: "failed",
      response: "400 invalid_password",
    });
  });

  test.each<[string, RunStep, string, string]>([
    ["a token request", request, "Token request (authorization_code)", "page → tenant"],
    [
      "a request to the Management API",
      { ...request, method: "GET", url: `${tenant}/api/v2/users/auth0%7C1`, body: "" },
      "User profile request",
      "page → api",
    ],
    [
      "an unknown request",
      { ...request, url: `${tenant}/other?x=1`, method: "GET" },
      "GET /other",
      "page → tenant",
    ],
    ["a departure", departure, "Authorization request", "browser → tenant"],
    [
      "a logout",
      { ...departure, url: `${tenant}/v2/logout?client_id=demo` },
      "Logout request",
      "browser → tenant",
    ],
    [
      "a frame",
      { ...departure, kind: "frame" },
      "Authorization request in a hidden frame",
      "page → tenant",
    ],
    [
      "a popup",
      { ...departure, kind: "popup", isBlocked: false },
      "Authorization request in a popup",
      "page → tenant",
    ],
    [
      "an arrival",
      { id: 1, at: 1, ms: 0, kind: "arrival", url: "http://localhost:3000/#id_token=x" },
      "Authorization response",
      "tenant → browser",
    ],
    [
      "an arrival with a form",
      { id: 1, at: 1, ms: 0, kind: "arrival", url: "http://localhost:3000/", body: "code=x" },
      "Authorization response in a form",
      "tenant → browser",
    ],
    [
      "an arrival without a response",
      { id: 1, at: 1, ms: 0, kind: "arrival", url: "http://localhost:3000/" },
      "Return to the callback URL",
      "tenant → browser",
    ],
    [
      "a callback",
      { id: 1, at: 1, ms: 3, kind: "callback", method: "checkSession", isAccepted: true },
      "checkSession resolved",
      "page → page",
    ],
  ])("of %s has a title and two participants", (_name, step, title, arrow) => {
    const line = describeOne(step);
    expect(line.title).toBe(title);
    expect(`${line.from} → ${line.to}`).toBe(arrow);
    expect(line.outcome).toBe("done");
  });

  test.each<[string, RunStep, string]>([
    [
      "a rejected callback",
      { ...departure, kind: "callback", method: "parseHash", isAccepted: false, error: "bad" },
      "parseHash rejected: bad",
    ],
    [
      "a response with an error",
      { ...departure, kind: "arrival", url: "http://a/?error=access_denied" },
      "Authorization response: access_denied",
    ],
    [
      "a message with an error",
      {
        ...departure,
        kind: "message",
        origin: tenant,
        data: '{"type":"authorization_response","response":{"error":"login_required"}}',
      },
      "Authorization response in a message: login_required",
    ],
    [
      "a blocked popup",
      { ...departure, kind: "popup", isBlocked: true },
      "Popup blocked by the browser",
    ],
    ["a failed request", { ...request, isFailed: true }, "Token request (authorization_code)"],
  ])("of %s says that it failed", (_name, step, title) => {
    expect(describeOne(step)).toMatchObject({ title, outcome: "failed" });
  });

  test("masks a token under any name, and a text that is no JSON stays whole", () => {
    const token = "eyJhbGciOiJub25lIn0.e30.x";
    expect(listValues({ ...request, body: `{"hint":"${token}"}`, answer: "Forbidden" })).toEqual(
      expect.arrayContaining([`body hint: [${token}]`, "response text: Forbidden"]),
    );
  });

  test("keeps an invalid URL of the inspected page as a text", () => {
    expect(listValues({ ...departure, url: "no url" })).toEqual(["address URL: no url"]);
    expect(describeOne({ ...departure, kind: "arrival", url: "no url" }).title).toBe(
      "Return to the callback URL",
    );
  });

  test("limits the title and the response, whose texts are untrusted", () => {
    const answer = JSON.stringify({ error: "e".repeat(9_000) });
    const url = `${tenant}/${"p".repeat(9_000)}`;
    const line = describeOne({ ...request, url, status: 400, answer });
    expect(line.title).toHaveLength(121);
    expect(line.response).toHaveLength(121);
  });

  test("limits the values of one body", () => {
    const answer = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index));
    expect(describeOne({ ...request, answer }).facts.length).toBeLessThan(300);
  });
});

describe("the lines of a run", () => {
  const call = {
    id: 0,
    at: 0,
    kind: "callback",
    method: "checkSession",
    isAccepted: true,
  } as const;

  test("put a settled callback after the steps of its call", () => {
    const lines = describeSteps([{ ...call, ms: 15 }, request], {
      way: "page",
      hasEnded: true,
    });
    expect(lines.map(({ title, at }) => [title, at])).toEqual([
      ["Token request (authorization_code)", 10],
      ["checkSession resolved", 15],
    ]);
  });

  test("put a departure after the call that caused it, even in the same millisecond", () => {
    const steps: RunStep[] = [
      { ...call, method: "authorize", ms: 10 },
      departure,
      { id: 2, at: 910, ms: 0, kind: "arrival", url: "http://a/?code=x" },
      { ...call, id: 3, at: 910, ms: 0, method: "parseHash" },
      { ...request, id: 4, at: 910 },
    ];
    expect(
      describeSteps(steps, { way: "extension", hasEnded: true }).map(({ title }) => title),
    ).toEqual([
      "authorize resolved",
      "Authorization request",
      "Authorization response",
      "Token request (authorization_code)",
      "parseHash resolved",
    ]);
  });

  test.each([
    ["extension", "the login window"],
    ["page", "the return of the inspected page"],
  ] as const)("say what a run in the %s waits for", (way, waitsFor) => {
    const { ms: _ms, ...open } = departure;
    const lines = describeSteps([call, open], { way, hasEnded: false });
    expect(findWaiting(lines)).toMatchObject({ outcome: "waiting", waitsFor, at: 10 });
  });

  test("wait for the call itself while nothing else is open", () => {
    const lines = describeSteps([call, { ...request, id: 1 }], {
      way: "extension",
      hasEnded: false,
    });
    expect(findWaiting(lines)).toMatchObject({
      title: "checkSession called",
      waitsFor: "checkSession",
    });
  });

  test("mark a step that the end of the run cut off as failed", () => {
    const { ms: _ms, ...open } = departure;
    const lines = describeSteps([open], { way: "extension", hasEnded: true });
    expect(lines).toMatchObject([
      { title: "Authorization request, not finished", outcome: "failed" },
    ]);
    expect(findWaiting(lines)).toBeUndefined();
  });
});
