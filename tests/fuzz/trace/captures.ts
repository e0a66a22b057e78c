import * as z from "zod/mini";
import { sampleEntries } from "../../unit/lib/trace/file/sample-capture.ts";
import type { Choices } from "../choices.ts";
import { hostileTexts } from "../tokens/token-inputs.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Numbers, dates, URLs and shapes that break careless readers of HAR files. */
const hostileValues: readonly [Json, ...Json[]] = [
  null,
  true,
  -1,
  1e308,
  8.64e15,
  "",
  [],
  {},
  "2026-11-23T08:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "0000-01-01T00:00:00Z",
  "http://[::1",
  "data:text/html,<script>1</script>",
  "https://a.example/authorize?client_id=a&response_type=code&state=%ff%00",
  "https://a.example/cb#code=x&code=y&state=s1&error=__proto__",
  "javascript:alert(1)",
  "[removed code 1]",
  "base64",
  "eyJhbGciOiJub25lIn0.e30.",
];

/** Paths of a provider, a token endpoint, and an application. */
const urls: readonly [string, ...string[]] = [
  "https://login.example/authorize?client_id=spa&response_type=code&state=s1",
  "https://login.example/authorize?client_id=spa&response_type=token&prompt=none&state=s1",
  "https://login.example/oauth/token",
  "https://login.example/co/authenticate",
  "https://login.example/.well-known/openid-configuration",
  "https://login.example/.well-known/jwks.json",
  "https://login.example/v2/logout?client_id=spa&returnTo=x",
  "https://login.example/userinfo",
  "https://app.example/callback?code=c&state=s1",
];

const isObject = (value: unknown): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Replaces one value somewhere in a JSON value. */
function spoil(choices: Choices, value: Json): Json {
  if (Array.isArray(value) && value.length > 0 && choices.isPercent(85)) {
    const at = choices.below(value.length);
    return value.map((inner: Json, place) => (place === at ? spoil(choices, inner) : inner));
  }
  if (isObject(value) && choices.isPercent(90)) {
    const names = Object.keys(value);
    const name = names[choices.below(names.length)] ?? "url";
    if (choices.isPercent(8)) {
      return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
    }
    return { ...value, [name]: spoil(choices, value[name] ?? null) };
  }
  if (typeof value === "string" && value !== "" && choices.isPercent(60)) {
    const at = choices.below(value.length);
    const inserted = choices.pick([
      choices.text(3),
      "&state=",
      "%",
      "#",
      choices.pick(hostileTexts),
    ]);
    return value.slice(0, at) + inserted + value.slice(at + choices.below(4));
  }
  return choices.isPercent(50) ? choices.pick(hostileValues) : choices.pick(hostileTexts);
}

/** Returns an entry of a login, with a time and mostly a URL that means something. */
function makeEntry(choices: Choices): Json {
  const sample = choices.pick(samples);
  if (!isObject(sample) || !isObject(sample["request"])) return sample;
  return {
    ...sample,
    startedDateTime: new Date(Date.UTC(2026, 10, 23) + choices.below(100_000)).toISOString(),
    request: choices.isPercent(60)
      ? { ...sample["request"], url: choices.pick(urls) }
      : sample["request"],
  };
}

const [firstSample = null, ...otherSamples] = z.array(z.json()).parse(sampleEntries);
const samples: readonly [Json, ...Json[]] = [firstSample, ...otherSamples];

/** Returns one file; slightly more than half of them are mutations that still parse as a HAR. */
export function makeFile(choices: Choices): string {
  const chance = choices.below(100);
  if (chance < 5) return choices.text(choices.below(200));
  const count = chance < 10 ? 2 ** choices.below(9) : 1 + choices.below(6);
  let entries: Json = Array.from({ length: count }, () => makeEntry(choices));
  for (let change = choices.below(4); change > 0; change -= 1) entries = spoil(choices, entries);
  const file: Json = { log: { version: "1.2", entries } };
  if (chance < 85) return JSON.stringify(file);
  if (chance < 92) return JSON.stringify(spoil(choices, file));
  const text = JSON.stringify(file);
  const at = choices.below(text.length);
  return text.slice(0, at) + choices.text(2) + text.slice(at + choices.below(9));
}

/** Returns a file of at least this length with ordinary logins. */
export function writeOrdinaryFile(length: number): string {
  const size = JSON.stringify(sampleEntries).length;
  const entries = Array.from({ length: Math.ceil(length / size) }, () => sampleEntries).flat();
  return JSON.stringify({ log: { version: "1.2", entries } });
}
