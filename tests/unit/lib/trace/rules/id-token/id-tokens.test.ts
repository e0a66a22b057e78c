import { join } from "node:path";
import { expect, test } from "vitest";
import { cases } from "../../../../../trace-corpus/cases.ts";
import { judgeCapture } from "../../corpus-score.ts";
import { captureStart, traceOf } from "../../entries.ts";
import { logIn } from "./id-token-cases.ts";

const captures = join(import.meta.dirname, "../../../../../trace-corpus/captures");

test.each([
  {
    done: "names the issuer",
    date: captureStart,
    title: "The clock of the token's issuer is fast",
    why: /agrees with this device's clock, and iat does not: the clock .+ is fast/u,
  },
  {
    done: "names the browser",
    date: captureStart + 300_000,
    title: "This device's clock is slow",
    why: /this device's clock is slow/u,
  },
])("$done as the one whose clock is wrong", async ({ date, title, why }) => {
  const iat = captureStart / 1000 + 300;
  const { flows } = await traceOf(logIn({ payload: { iat }, date }));
  const finding = flows
    .flatMap(({ verdict }) => verdict.findings)
    .find(({ rule }) => rule.id === "idt-time");
  expect(finding?.result.title).toBe(title);
  expect(finding?.result.why).toMatch(why);
  expect(finding?.result.remedy).toContain("leeway of 30");
});

test.each(cases.filter(({ cause }) => cause?.startsWith("idt-") === true))(
  "$name: the remedy is one for a login, and not for a token that was pasted",
  async ({ name }) => {
    const { top } = await judgeCapture(join(captures, `${name}.har`));
    const { why, remedy } = top?.result ?? {};
    expect(`${why} ${remedy}`).not.toMatch(/\b(?:select|selected|copy|paste|inspect)\b/iu);
  },
);
