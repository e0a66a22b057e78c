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

describe("decodeToken with a JWT", () => {
  test("returns the header, the payload and the unchanged parts", () => {
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
  ])("accepts a token pasted %s", (_, text) => {
    expect(decode(text).compact).toBe(compact);
  });

  test("accepts an empty signature, and reports it", () => {
    expect(decode(writeToken({ alg: "none" }, payload, "")).signature).toEqual({
      isPresent: false,
      byteLength: 0,
    });
  });

  test("keeps claims of unexpected types", () => {
    const odd = { exp: "soon", aud: [1, null], iss: { a: [] }, sub: false };
    expect(decode(writeToken({ alg: 7 }, odd)).payload).toEqual(odd);
  });

  test("decodes the last of repeated members, and names them", () => {
    const text = `${encode('{"alg":"RS256"}')}.${encode('{"sub":"a","x":{"sub":1},"s\\u0075b":"b"}')}.AAAA`;
    const token = decode(text);
    expect(token.payload["sub"]).toBe("b");
    expect(token.duplicateMembers).toEqual({ header: [], payload: ["sub"] });
  });

  test("accepts a name that occurs again inside another object", () => {
    const { duplicateMembers } = decode(
      writeToken({ alg: "RS256" }, { sub: "a", act: { sub: "b" } }),
    );
    expect(duplicateMembers.payload).toEqual([]);
  });

  test("keeps a member with the name __proto__", () => {
    const token = decode(
      `${encode('{"alg":"RS256"}')}.${encode('{"__proto__":{"isAdmin":true}}')}.AAAA`,
    );
    expect(Object.keys(token.payload)).toEqual(["__proto__"]);
    expect(token.payload["isAdmin"]).toBeUndefined();
  });
});

describe("decodeToken with a damaged signature", () => {
  const claims = `${encode('{"alg":"RS256"}')}.${encode('{"sub":"u"}')}`;

  test.each([
    ["a lost character", `${claims}.AAAAA`, "a length of 5 characters is invalid"],
    ["a space", `${claims}.AA AA`, "character 3 is a space or a line break"],
    ["an ellipsis", `${claims}.AAA…`, "the token was shortened where it was copied"],
  ])("reads the claims, and says what is wrong: %s", (_, text, problem) => {
    const token = decode(text);
    expect(token.payload).toEqual({ sub: "u" });
    expect(token.signature).toMatchObject({ isPresent: true, byteLength: 0 });
    expect(token.signature.problem).toContain(problem);
  });

  test("reads the claims of a token without a third part", () => {
    const token = decode(claims);
    expect(token.payload).toEqual({ sub: "u" });
    expect(token.signature).toEqual({ isPresent: false, byteLength: 0 });
  });
});

describe("decodeToken with another text", () => {
  const h = encode('{"alg":"RS256"}');
  const p = encode("{}");
  test.each([
    ["nothing", "  ", "empty"],
    ["only the word Bearer", "Bearer ", "opaque"],
    ["an opaque token", "s3cr3t-opaque-value", "opaque"],
    ["an opaque token with a dot", "v1.MfTZ8-kd_0a9Q2s", "opaque"],
    ["an opaque token with three dots", "v1.MfTZ8.kd_0a9.Q2s", "opaque"],
    ["two parts without claims", `${h}.${encode("hello")}`, "part-count"],
    ["four parts", `${h}.${p}.x.y`, "part-count"],
    ["an encrypted token", `${encode('{"alg":"dir","enc":"A256GCM"}')}.a.b.c.d`, "encrypted"],
    ["five parts without enc", `${h}.a.b.c.d`, "part-count"],
    ["a header that is not base64url", `${h}=.${p}.AAAA`, "not-base64url", "header"],
    ["a payload with a lost character", `${h}.${p}AA.AAAA`, "not-base64url", "payload"],
    ["a payload that is not UTF-8", `${h}._w.AAAA`, "not-utf8", "payload"],
    ["a payload that is not JSON", `${h}.${encode("hello")}.AAAA`, "not-json", "payload"],
    ["a payload that is a list", `${h}.${encode("[]")}.AAAA`, "not-an-object", "payload"],
    ["a header that is null", `${encode("null")}.${p}.AAAA`, "not-an-object", "header"],
    [
      "a payload nested a thousand deep",
      `${h}.${encode("[".repeat(1000))}.AAAA`,
      "too-deep",
      "payload",
    ],
    ["a text without end", "a".repeat(1024 * 1024 + 1), "too-long"],
  ])("names the kind of the text: %s", (_, text, code, part?: string) => {
    const failure = fail(text);
    expect(failure).toMatchObject(part === undefined ? { code } : { code, part });
    expect(failure.message).toMatch(/\.$/u);
    expect("part" in failure).toBe(part !== undefined);
    // The schema is used to send the failure to other contexts.
    expect(decodeFailureSchema.parse(failure)).toEqual(failure);
  });

  test("rejects a text only above the length limit, and names the limit", () => {
    expect(fail("a".repeat(1024 * 1024)).code).toBe("opaque");
    const { message } = fail("a".repeat(1024 * 1024 + 1));
    expect(message).toContain("1 MiB");
  });

  test.each([
    [64, true],
    [65, false],
    [90_000, false],
  ])("accepts 64 levels of nested values and names that limit: %i", (levels, isAccepted) => {
    // The object of the claims is the first level.
    const claims = `{"deep":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    const result = decodeToken(`${h}.${encode(claims)}.AAAA`);
    expect(result.ok).toBe(isAccepted);
    expect(JSON.stringify(result).includes("more than 64 levels")).toBe(!isAccepted);
  });

  test("gives different remedies for two parts and for four", () => {
    expect(fail(`${h}.${encode("hello")}`).message).toContain("lost");
    expect(fail(`${h}.${p}.x.y`).message).toContain("two tokens");
  });

  test("reports an encrypted token only for five parts", () => {
    const encrypted = encode('{"alg":"dir","enc":"A256GCM"}');
    expect(fail(`${encrypted}.a.b.c`).code).toBe("part-count");
    expect(decode(`${encrypted}.${p}.AAAA`).header["enc"]).toBe("A256GCM");
  });

  test("keeps a quote without a closing quote", () => {
    expect(fail(`"${compact}",`)).toMatchObject({ code: "not-base64url", part: "header" });
  });

  test("names the position of the invalid character, without quoting the text", () => {
    expect(fail(`${h}.${p.slice(0, 1)}+.AAAA`).message).toContain('character 2 is "+"');
    expect(fail("top-secret-opaque").message).not.toContain("top-secret");
  });

  // This takes milliseconds. With quadratic work, the test would exceed its time limit.
  test("rejects an unterminated string of quotes without delay", () => {
    expect(fail(`${encode('\\"'.repeat(90_000))}.${p}.AAAA`).code).toBe("not-json");
  });
});

describe("decodeToken with any text", () => {
  test("returns a token or a failure with a message, and never throws", () => {
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

  test("decodes a token of any JSON object completely", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    const isWhole = (claims: object) =>
      JSON.stringify(decode(writeToken({ alg: "RS256" }, claims)).payload) ===
      JSON.stringify(claims);
    const run = fc.check(fc.property(object, isWhole));
    expect(run).toMatchObject({ failed: false, counterexample: null });
  });
});
