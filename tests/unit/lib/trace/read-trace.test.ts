import { expect, test } from "vitest";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import { exchangesOf, jwtOf, traceOf } from "./entries.ts";
import { codeLogin } from "./join/logins.ts";

test("reads an implicit login from one entry, and names HS256 as its cause", async () => {
  const idToken = jwtOf({ sub: "ada" }, { alg: "HS256" });
  const { flows } = await traceOf([
    {
      url: "https://login.example/authorize?client_id=spa&response_type=id_token&scope=openid&state=s&nonce=8a47d1f2-77aa",
      dest: "document",
      location: `https://app.example/callback#id_token=${idToken}&state=s`,
    },
  ]);
  expect(flows.map(({ flow }) => [flow.kind, flow.clientId, flow.host])).toEqual([
    ["login", "spa", "login.example"],
  ]);
  expect(flows[0]?.verdict.state).toBe("failed");
  expect(flows[0]?.verdict.findings[0]?.title).toContain("HS256");
});

const manyLogins = exchangesOf(
  Array.from({ length: 100 }, (_, login) =>
    codeLogin({ at: login * 60_000, state: `s${login}`, code: `c${login}` }),
  ).flat(),
);

test("pauses again and again while it reads many requests, with the same result", async () => {
  let pauses = 0;
  const paused = await readTrace(manyLogins, [], undefined, async () => {
    pauses += 1;
  });
  expect(pauses).toBeGreaterThan(manyLogins.length / 50);
  expect(paused.flows).toHaveLength(100);
  expect(paused.flows.map(({ verdict }) => verdict.state)).toEqual(
    (await readTrace(manyLogins)).flows.map(({ verdict }) => verdict.state),
  );
});

test("ends early when a pause rejects", async () => {
  let pauses = 0;
  const reading = readTrace(manyLogins, [], undefined, () => {
    pauses += 1;
    return pauses === 3 ? Promise.reject(new Error("newer requests")) : Promise.resolve();
  });
  await expect(reading).rejects.toThrow("newer requests");
  expect(pauses).toBe(3);
});

test("reads a login whose response goes to a scheme that an app invented", async () => {
  const { flows } = await traceOf([
    {
      url: "https://login.example/authorize?client_id=spa&response_type=code&state=s",
      dest: "document",
      location: "hhttps://app.example/callback?code=c&state=s",
    },
  ]);
  expect(flows).toHaveLength(1);
});
