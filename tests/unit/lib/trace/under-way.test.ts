import { expect, test } from "vitest";
import { readTrace } from "../../../../lib/trace/read-trace.ts";
import { captureStart, exchangesOf } from "./entries.ts";
import { authorize, backWith, queryOf } from "./rules/rule-cases.ts";

const atProvider = [
  authorize({}, { location: "https://login.example/u/login?state=t" }),
  { url: "https://login.example/u/login?state=t", at: 20, dest: "document", answer: "<form>" },
];

async function judgeAt(entries: Parameters<typeof exchangesOf>[0], now: number | undefined) {
  const live = now === undefined ? undefined : { now };
  const { flows } = await readTrace(exchangesOf(entries), [], live);
  return flows.map(({ verdict }) => [verdict.state, verdict.findings[0]?.rule.id]);
}

test.each([
  { what: "a code that just arrived", entries: backWith({ code: "c" }), after: 1000 },
  { what: "a user who reads the login page", entries: atProvider, after: 50_000 },
])("$what is no fault while the capture goes on", async ({ entries, after }) => {
  expect(await judgeAt(entries, captureStart + after)).toEqual([["waiting", undefined]]);
});

test.each([
  { what: "a code", entries: backWith({ code: "c" }), after: 6000, id: "resp-not-redeemed" },
  { what: "a login page", entries: atProvider, after: 70_000, id: "authz-stalled" },
])("$what is one after a while, and in a file at once", async ({ entries, after, id }) => {
  const [[, later] = []] = await judgeAt(entries, captureStart + after);
  const [[, inFile] = []] = await judgeAt(entries, undefined);
  expect([later, inFile]).toEqual([id, id]);
});

test("a run of this extension redeems its code itself, which the page's requests do not show", async () => {
  const read = async (state: string) => {
    const live = { now: captureStart + 6000, ownStates: new Set([state]) };
    const { flows } = await readTrace(exchangesOf(backWith({ code: "c" })), [], live);
    return flows.map(({ verdict }) => [verdict.state, verdict.findings[0]?.rule.id]);
  };
  expect(await read(queryOf()["state"] ?? "")).toEqual([["clean", undefined]]);
  expect(await read("the state of another run")).toEqual([["failed", "resp-not-redeemed"]]);
});
