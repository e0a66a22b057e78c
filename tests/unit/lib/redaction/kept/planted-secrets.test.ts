import { expect, test } from "vitest";
import { exportTrace, type TraceFormat } from "../../../../../lib/trace/file/export-trace.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import { readEntries } from "../../trace/file/sample-capture.ts";
import { findIn, unfold } from "./find-leak.ts";
import { createLogin, distribute, places, type Login } from "./places.ts";
import { makeSecret, secretKinds } from "./secret-kinds.ts";

const kinds = Object.keys(secretKinds);
/** Eight of each kind, at places that follow each other. */
const secrets = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((round) =>
  kinds.map((kind, index) => makeSecret(kind, round * 1_000 + index)),
);
const formats: readonly TraceFormat[] = ["har", "json", "markdown"];

async function exportLogin(login: Login, format: TraceFormat): Promise<string> {
  const { flows } = await readTrace(readEntries(Object.values(login)));
  const pieces = exportTrace({
    flows,
    shared: [],
    format,
    facts: { extension: "0.1.0", browser: "Chrome 156", exportedAt: "2026-11-23T09:00:00Z" },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return [...pieces].join("");
}

async function findLeaks(plants: ReturnType<typeof distribute>): Promise<string[]> {
  const leaks: string[] = [];
  for (const { place, plant, secret } of plants) {
    const login = createLogin();
    plant(login, secret.text);
    for (const format of formats) {
      const text = unfold(await exportLogin(login, format));
      const found = secret.secrets.map((part) => findIn(text, part)).find(Boolean);
      if (found !== undefined) leaks.push(`${secret.kind} at ${place} as ${format}: ${found}`);
    }
  }
  return leaks;
}

test("no export has a part of a secret of any kind, wherever it stands", async () => {
  const plants = distribute(secrets);
  expect(plants.length).toBeGreaterThanOrEqual(300);
  expect(new Set(plants.map(({ secret }) => secret.kind)).size).toBeGreaterThanOrEqual(80);
  expect(await findLeaks(plants)).toEqual([]);
}, 60_000);

test("a secret is at each place of the capture before it is exported", () => {
  const missing = Object.entries(places).filter(([, plant]) => {
    const login = createLogin();
    const { text } = makeSecret("opaque token", 1);
    plant(login, text);
    return findIn(unfold(JSON.stringify(login)), text) === undefined;
  });
  expect(missing.map(([place]) => place)).toEqual([]);
});
