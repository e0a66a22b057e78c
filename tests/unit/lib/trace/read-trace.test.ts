import { expect, test } from "vitest";
import { jwtOf, traceOf } from "./entries.ts";

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
  expect(flows[0]?.verdict.findings[0]?.rule.id).toBe("idt-hs256");
});
