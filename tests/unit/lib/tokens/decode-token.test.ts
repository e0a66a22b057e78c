import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeFailureSchema, decodeToken } from "../../../../lib/tokens/decode-token.ts";
import { encode, writeToken } from "./sign-token.ts";

const header = { alg: "RS256", typ: "JWT", kid: "key-1" };
const payload = { sub: "db|1", exp: 1_700_000_000, name: "Zoë 😀" };
const compact = writeToken(header, payload);

function decode(text: string) {
  const result = decodeToken(text);
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.token;
}

function fail(text: string) {
  const result = decodeToken(text);
  if (result.ok) throw new Error("the text was decoded");
  return result.failure;
}

describe("a token that can be read", () => {
  test("gives its header, its payload and its parts as they were sent", () => {
    const token = decode(compact);
    expect(token.header).toEqual(header);
    expect(token.payload).toEqual(payload);
    expect(Object.values(token.parts).join(".")).toBe(compact);
    expect(token.signature).toEqual({ isPresent: true, byteLength: 9 });
  });

  test.each([
    ["with spaces and line breaks around it", `\n  ${compact}\r\n`],
    ["after the word Bearer", `Bearer ${compact}`],
    ["as a whole header line", `authorization:  bearer ${compact}`],
    ["as a header line with a space before the colon", `Authorization : Bearer ${compact}`],
    ["in quotes", `"${compact}"`],
  ])("may be pasted %s", (_, text) => {
    expect(decode(text).compact).toBe(compact);
  });

  test("may have an empty signature, and says so", () => {
    expect(decode(writeToken({ alg: "none" }, payload, "")).signature).toEqual({
      isPresent: false,
      byteLength: 0,
    });
  });

  test("may hold odd types, which are kept as they are", () => {
    const odd = { exp: "soon", aud: [1, null], iss: { a: [] }, sub: false };
    expect(decode(writeToken({ alg: 7 }, odd)).payload).toEqual(odd);
  });

  test("shows the last of repeated members and names them", () => {
    const text = `${encode('{"alg":"RS256"}')}.${encode('{"sub":"a","x":{"sub":1},"s\\u0075b":"b"}')}.AAAA`;
    const token = decode(text);
    expect(token.payload["sub"]).toBe("b");
    expect(token.duplicateMembers).toEqual({ header: [], payload: ["sub"] });
  });

  test("may use a name again inside another object", () => {
    const { duplicateMembers } = decode(
      writeToken({ alg: "RS256" }, { sub: "a", act: { sub: "b" } }),
    );
    expect(duplicateMembers.payload).toEqual([]);
  });

  test("keeps a member called __proto__ as an ordinary member", () => {
    const token = decode(
      `${encode('{"alg":"RS256"}')}.${encode('{"__proto__":{"isAdmin":true}}')}.AAAA`,
    );
    expect(Object.keys(token.payload)).toEqual(["__proto__"]);
    expect(token.payload["isAdmin"]).toBeUndefined();
  });
});

describe("a text that cannot be read", () => {
  const h = encode('{"alg":"RS256"}');
  const p = encode("{}");
  test.each([
    ["nothing", "  ", "empty"],
    ["only the word Bearer", "Bearer ", "opaque"],
    ["an opaque token", "s3cr3t-opaque-value", "opaque"],
    ["two parts", `${h}.${p}`, "part-count"],
    ["four parts", `${h}.${p}.x.y`, "part-count"],
    ["an encrypted token", `${encode('{"alg":"dir","enc":"A256GCM"}')}.a.b.c.d`, "encrypted"],
    ["five parts without enc", `${h}.a.b.c.d`, "part-count"],
    ["a token response", `{"access_token":"${compact}"}`, "json-text"],
    ["an address", `https://app.example/#id_token=${compact}`, "address"],
    ["a header that is no base64url", `${h}=.${p}.AAAA`, "not-base64url", "header"],
    ["a payload with a lost character", `${h}.${p}AA.AAAA`, "not-base64url", "payload"],
    ["a signature with a space", `${h}.${p}.AA AA`, "not-base64url", "signature"],
    ["a payload that is no UTF-8", `${h}._w.AAAA`, "not-utf8", "payload"],
    ["a payload that is no JSON", `${h}.${encode("hello")}.AAAA`, "not-json", "payload"],
    ["a payload that is a list", `${h}.${encode("[]")}.AAAA`, "not-an-object", "payload"],
    ["a header that is null", `${encode("null")}.${p}.AAAA`, "not-an-object", "header"],
    [
      "a payload nested a thousand deep",
      `${h}.${encode("[".repeat(1000))}.AAAA`,
      "too-deep",
      "payload",
    ],
    ["a text without end", "a".repeat(256 * 1024 + 1), "too-long"],
  ])("is named for what it is: %s", (_, text, code, part?: string) => {
    const failure = fail(text);
    expect(failure).toMatchObject(part === undefined ? { code } : { code, part });
    expect(failure.message).toMatch(/\.$/u);
    expect("part" in failure).toBe(part !== undefined);
    // The schema carries the failure to other contexts.
    expect(decodeFailureSchema.parse(failure)).toEqual(failure);
  });

  test("is too long only above the limit, which the message names", () => {
    expect(fail("a".repeat(256 * 1024)).code).toBe("opaque");
    const { message } = fail("a".repeat(256 * 1024 + 1));
    expect(message).toContain("256 KiB");
  });

  test("gets different advice for two parts and for four", () => {
    expect(fail(`${h}.${p}`).message).toContain("lost");
    expect(fail(`${h}.${p}.x.y`).message).toContain("two tokens");
  });

  test("is encrypted only with five parts", () => {
    const encrypted = encode('{"alg":"dir","enc":"A256GCM"}');
    expect(fail(`${encrypted}.a.b.c`).code).toBe("part-count");
    expect(decode(`${encrypted}.${p}.AAAA`).header["enc"]).toBe("A256GCM");
  });

  test("keeps a quote that has no partner at its end", () => {
    expect(fail(`"${compact}",`)).toMatchObject({ code: "not-base64url", part: "header" });
  });

  test("is described to the character, without being quoted", () => {
    expect(fail(`${h}.${p.slice(0, 1)}+.AAAA`).message).toContain('character 2 is "+"');
    expect(fail("top-secret-opaque").message).not.toContain("top-secret");
  });

  // This takes milliseconds. With quadratic work, the test would exceed its time limit.
  test("is refused without delay when it is one unterminated string of quotes", () => {
    expect(fail(`${encode('\\"'.repeat(90_000))}.${p}.AAAA`).code).toBe("not-json");
  });
});

describe("any text at all", () => {
  test("comes back as a token or as a failure in words, and never throws", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.base64String(),
      fc.json().map(encode),
      fc.constantFrom("", "e30", encode('{"alg":"RS256"}'), encode('{"enc":"A256GCM"}')),
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join(".")),
    );
    const isAnswered = (input: string) => {
      const result = decodeToken(input);
      return result.ok || result.failure.message.length > 20;
    };
    const run = fc.check(fc.property(text, isAnswered), { numRuns: 1000 });
    expect(run).toMatchObject({ failed: false, counterexample: null });
  });

  test("comes back whole when it is a token of any JSON object", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    const isWhole = (claims: object) =>
      JSON.stringify(decode(writeToken({ alg: "RS256" }, claims)).payload) ===
      JSON.stringify(claims);
    const run = fc.check(fc.property(object, isWhole));
    expect(run).toMatchObject({ failed: false, counterexample: null });
  });
});
