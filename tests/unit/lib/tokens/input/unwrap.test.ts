import { describe, expect, test } from "vitest";
import { unwrap } from "../../../../../lib/tokens/input/unwrap.ts";
import { encode, writeToken } from "../sign-token.ts";

const token = writeToken({ alg: "HS256" }, { sub: "db|1", n: 1 }, "m".repeat(43));
const base64 = (text: string) => Buffer.from(text).toString("base64");
const long = "q9".repeat(80);

/** Each sort of wrapping, a text that has it, and the text without it. */
const sorts: readonly (readonly [sort: string, text: string, unwrapped: string])[] = [
  ["invisible characters", "\ufeffa\u00adb\u200fc", "abc"],
  ["typographic characters", "“a”\u00a0‘b’ c—d", "\"a\" 'b' c--d"],
  ["colours of a terminal", "\u001b[1;32mok\u001b[0m", "ok"],
  ["percent-encoding on two levels", "a%253Db", "a=b"],
  ["invalid percent-encoding", "a%FFb", "a%FFb"],
  ["entities", "&quot;a&#x2F;b&#47;c&amp;amp;d", '"a/b/c&d'],
  ["JSON in JSON", JSON.stringify(JSON.stringify('{"a":1}')).slice(1, -1), '"{"a":1}"'],
  ["Unicode escapes", String.raw`a\u0026b\x3dc`, "a&b=c"],
  ["Markdown escapes", String.raw`refresh\_token`, "refresh_token"],
  ["quotation marks of PowerShell", '{`"a`":1}', '{"a":1}'],
  ["caret escapes", 'curl ^"a^&b^"', 'curl "a&b"'],
  ["quoted-printable", "id=3Dab=\ncd=C3=A9", "id=abcdé"],
  ["an equals sign that is not quoted-printable", "access_token=3Dab", "access_token=3Dab"],
  ["pairs of members", '{"name":"N","value":"secret-1"}', '{"name":"N","N": "secret-1"}'],
  ["a part of a form", 'form-data; name="token"\r\n\r\nabc', "token: abc"],
  ["tags", "<access_token>abc</access_token>d<wbr>e", "access_token\tabc\tde"],
  ["chunks of a cookie", `s.1=bc; s.0=${long}`, `s.1=; s.0=${long}bc`],
  ["concatenated strings", '"ab" +\n  "cd"', '"abcd"'],
  [
    "a token on prefixed lines",
    `web | ${token.slice(0, 60)}\nweb | ${token.slice(60)}`,
    `web | ${token}`,
  ],
  ["a token with a space", `${token.slice(0, 30)} ${token.slice(30)} end`, `${token} end`],
  ["base64 as a value", `data: ${base64(`a ${token}`)}`, `data: a ${token}`],
  [
    "base64url after the prefix of a cookie",
    `x=base64-${encode(`{"a":"${token}"}`)}`,
    `x={"a":"${token}"}`,
  ],
  [
    "base64 of a text without a token",
    base64("nothing to see here, move along please"),
    base64("nothing to see here, move along please"),
  ],
];

describe("unwrap", () => {
  test.each(sorts)("undoes %s", (_, text, unwrapped) => {
    expect(unwrap(text)).toBe(unwrapped);
  });

  test("ends after a bounded number of levels", () => {
    const levels = `%${"25".repeat(40)}41`;
    expect(unwrap(levels)).toBe(`%${"25".repeat(32)}41`);
  });
});
