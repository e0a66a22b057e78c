import { expect, test } from "vitest";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import { captureStart, exchangesOf } from "./entries.ts";
import { codeLogin } from "./join/logins.ts";

const atProvider = codeLogin({}).slice(0, 2);
const withCode = codeLogin({}).slice(0, 4);

async function judgeAt(entries: Parameters<typeof exchangesOf>[0], now: number | undefined) {
  const live = now === undefined ? undefined : { now };
  const { flows } = await readTrace(exchangesOf(entries), [], live);
  return flows.map(({ verdict, stop }) => [verdict.state, stop?.sentence]);
}

test.each([
  { what: "a code that just arrived", entries: withCode, after: 1000 },
  { what: "a user who reads the login page", entries: atProvider, after: 50_000 },
])("$what is no stop while the capture records", async ({ entries, after }) => {
  expect(await judgeAt(entries, captureStart + after)).toEqual([["waiting", undefined]]);
});

test.each([
  {
    what: "a code",
    entries: withCode,
    after: 6000,
    verdict: ["failed", "Stopped at the callback: nothing followed"],
  },
  {
    what: "a login page, which its user can still use,",
    entries: atProvider,
    after: 70_000,
    verdict: ["waiting", "Stopped at the provider's pages: nothing followed"],
  },
])("$what is a stop after a while, and in a file at once", async ({ entries, after, verdict }) => {
  expect(await judgeAt(entries, captureStart + after)).toEqual([verdict]);
  expect(await judgeAt(entries, undefined)).toEqual([verdict]);
});

test("a run of this extension redeems its code itself, which the page's requests do not show", async () => {
  const read = async (state: string) => {
    const live = { now: captureStart + 6000, ownStates: new Set([state]) };
    const { flows } = await readTrace(exchangesOf(withCode), [], live);
    return flows.map(({ verdict }) => verdict.state);
  };
  expect(await read("s")).toEqual(["clean"]);
  expect(await read("the state of another run")).toEqual(["failed"]);
});

test("a failed login is retried if the same client succeeds within five minutes", async () => {
  const failed = withCode.with(3, {
    ...withCode[3],
    url: "https://app.example/callback?code=c&state=s",
    status: 500,
  });
  const again = codeLogin({ at: 60_000, state: "s2", code: "c2" });
  expect(await judgeAt([...failed, ...again], undefined)).toEqual([
    ["retried", undefined],
    ["clean", undefined],
  ]);
});
