import type { Choices } from "../choices.ts";
import { templates, type TokenParts, type TokenPool } from "./token-pool.ts";

/** Occurs in all markup of the inputs, and in no text of the extension. */
export const marker = "zq7x";

/** Markup and other texts that must stay text. */
export const hostileTexts: readonly [string, ...string[]] = [
  `<img src=${marker} onerror=${marker}()>`,
  `"><script>${marker}()</script>`,
  `<svg onload=${marker}()><a href="javascript:${marker}()">x</a></svg>`,
  `' onfocus='${marker}()' autofocus='`,
  `javascript:${marker}()`,
  `https://${marker}.example/jwks.json`,
  "__proto__",
  "constructor",
  "toString",
  "\u0000\u202e\u2066\ufeff",
  "\ud800",
  "%ff%00%",
  "&lt;b&gt;",
  "",
];

const numbers = [0, -0, -1, 1e308, -1e308, 2 ** 53, 1e-320, 8.64e15, 253_402_300_800, 0.1] as const;
const names = ["iss", "sub", "aud", "azp", "nonce", "exp", "iat", "nbf", "auth_time", "scope"];
const otherNames = ["cnf", "events", "permissions", "act", "sid", "org_id", "at_hash", "jti"];
const headerNames = ["alg", "kid", "typ", "crit", "jku", "x5u", "x5c", "jwk", "b64", "cty", "zip"];
const algorithms = ["none", "HS256", "RS256", "RS512", "PS256", "ES256", "EdDSA", "rs256", "dir"];

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");

/** Returns any JSON value, small in most cases. */
function makeValue(choices: Choices, depth = 0): unknown {
  const kind = choices.below(depth > 3 ? 5 : 9);
  if (kind < 2) return choices.pick(hostileTexts);
  if (kind === 2) return choices.pick(numbers);
  if (kind === 3) return choices.pick([null, true, false]);
  if (kind === 4) return choices.text(choices.below(40));
  if (kind < 7)
    return Array.from({ length: choices.below(4) }, () => makeValue(choices, depth + 1));
  if (kind === 7) return nest(choices.below(120));
  return Object.fromEntries(
    Array.from({ length: choices.below(4) }, () => [
      choices.pick(hostileTexts),
      makeValue(choices, depth + 1),
    ]),
  );
}

function nest(depth: number): unknown {
  let value: unknown = marker;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Changes one member of an object, or adds one. */
function changeMember(
  choices: Choices,
  members: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Record<string, unknown> {
  const all = [...Object.keys(members), ...known];
  const name = choices.isPercent(85)
    ? (all[choices.below(all.length)] ?? "sub")
    : choices.pick(hostileTexts);
  if (choices.isPercent(10)) {
    return Object.fromEntries(Object.entries(members).filter(([each]) => each !== name));
  }
  const value = name === "alg" ? choices.pick(["", ...algorithms]) : makeValue(choices);
  // A computed member, so that __proto__ is a member like others.
  return { ...members, [name]: value };
}

/** Returns parts of a JWS that each decode, with one to four changes. */
function changeParts(choices: Choices): TokenParts {
  let { header, payload } = choices.pick(templates);
  for (let count = choices.below(4); count >= 0; count -= 1) {
    if (choices.isPercent(70)) {
      payload = changeMember(choices, payload, [...names, ...otherNames]);
    } else {
      header = { alg: "RS256", ...changeMember(choices, header, headerNames) };
    }
  }
  if (choices.isPercent(1)) {
    const count = 2 ** choices.below(12);
    const many: Record<string, unknown> = {};
    for (let at = 0; at < count; at += 1) many[`claim-${at}`] = choices.pick(hostileTexts);
    payload = { ...payload, ...many };
  }
  return { header, payload };
}

/** Writes a JWS. Sometimes a member occurs twice, or the JSON has other white space. */
function writeJws(choices: Choices, { header, payload }: TokenParts): string {
  const written = JSON.stringify(payload);
  const body = choices.isPercent(5)
    ? `{"sub":"${marker}",${written.slice(1)}`.replace(/,\}$/, "}")
    : choices.isPercent(5)
      ? JSON.stringify(payload, null, 2)
      : written;
  const signature = choices.isPercent(80) ? encode(choices.text(1 + choices.below(60))) : "AAAA";
  return `${encode(JSON.stringify(header))}.${encode(body)}.${signature}`;
}

/** Places a token into a text as people copy it. */
function wrap(choices: Choices, token: string): string {
  const decoy = choices.pick(hostileTexts);
  return choices.pick<() => string>([
    () => `Authorization: Bearer ${token}`,
    () => `https://app.example/cb#id_token=${token}&state=${encodeURIComponent(token.slice(0, 9))}`,
    () => JSON.stringify({ id_token: token, note: decoy }),
    () => `grant_type=x&subject_token=${token}&y=${choices.text(5)}`,
    () => `curl -H 'Authorization: Bearer ${token}' https://api.example/ -d '${decoy}'`,
    () => `Cookie: a=${decoy}; id_token=${token}; b=2`,
    () => encodeURIComponent(encodeURIComponent(`x?id_token=${token}`)),
    () => (token.match(/.{1,60}/gs) ?? []).join("\n"),
    () => `"${token}" and '${token}x'`,
    () => `${token}\n${decoy}`,
  ])();
}

/** Changes some characters of a text. */
function spoilText(choices: Choices, text: string): string {
  let spoiled = text;
  for (let count = choices.below(4); count >= 0; count -= 1) {
    const at = choices.below(spoiled.length + 1);
    const length = choices.below(6);
    const inserted = choices.pick([choices.text(3), ".", "=", "%", choices.pick(hostileTexts), ""]);
    spoiled = spoiled.slice(0, at) + inserted + spoiled.slice(at + length);
  }
  return spoiled;
}

/** Returns a text that could take a parser much time. */
function writeLong(choices: Choices): string {
  const unit = choices.pick([
    "eyJ",
    "eyJ.",
    ".",
    "%25",
    "id_token=",
    '{"id_token":"',
    "\\u0022",
    "Bearer ",
    "[",
    "<b>",
    "eyJhbGciOiJub25lIn0.",
    "eyJhbGciOiJub25lIn0.e30. ",
    "a=b&",
    "\n",
  ]);
  const copies = unit.repeat(2 ** choices.below(13));
  return choices.isPercent(50) ? copies : `${encode('{"alg":"none"}')}.${encode(copies)}.AAAA`;
}

/** Returns one input; slightly more than half of them are mutations that still parse as a JWS. */
export async function makeInput(choices: Choices, pool: TokenPool): Promise<string> {
  const chance = choices.below(1000);
  if (chance < 20) return await pool.sign(dropCritical(changeParts(choices)));
  if (chance < 620) return writeJws(choices, changeParts(choices));
  if (chance < 720) return wrap(choices, writeJws(choices, changeParts(choices)));
  if (chance < 900) {
    const token = choices.pick(pool.tokens);
    return spoilText(choices, choices.isPercent(50) ? token : wrap(choices, token));
  }
  if (chance < 990) return choices.text(choices.below(200));
  return writeLong(choices);
}

/** Removes the members of a header that jose refuses to sign. */
function dropCritical({ header, payload }: TokenParts): TokenParts {
  const { crit, b64, ...signed } = header;
  void [crit, b64];
  return { header: signed, payload };
}
