import { expect, test } from "vitest";
import { captureStart, traceOf } from "../../entries.ts";
import { logIn } from "./id-token-cases.ts";

test.each([
  {
    done: "names the issuer",
    date: captureStart,
    why: /agrees with this device's clock, and iat does not/u,
  },
  { done: "names the browser", date: captureStart + 300_000, why: /this device's clock is slow/u },
])("$done as the one whose clock is wrong", async ({ date, why }) => {
  const iat = captureStart / 1000 + 300;
  const { flows } = await traceOf(logIn({ payload: { iat }, date }));
  const finding = flows
    .flatMap(({ verdict }) => verdict.findings)
    .find(({ rule }) => rule.id === "idt-time");
  expect(finding?.result.why).toMatch(why);
  expect(finding?.result.remedy).toContain("leeway of 30");
});
