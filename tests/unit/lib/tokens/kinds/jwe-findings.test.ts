import { expect, test } from "vitest";
import type { JsonObject } from "../../../../../lib/encoding/json.ts";
import { findJweFindings } from "../../../../../lib/tokens/kinds/find-jwe-findings.ts";
import { expectReadable } from "../expect-readable.ts";

const names = ["encrypted key", "initialization vector", "ciphertext", "authentication tag"];

function find(header: JsonObject, sizes: readonly (number | null)[]) {
  const parts = sizes.map((bytes, place) => ({ name: names[place] ?? "", bytes }));
  const findings = findJweFindings(header, parts);
  for (const finding of findings) expectReadable(finding);
  return findings;
}

const rsa = { alg: "RSA-OAEP-256", enc: "A256GCM" };

test.each([
  [rsa, [256, 12, 5, 16]],
  [{ alg: "RSA-OAEP-256", enc: "A128CBC-HS256" }, [256, 16, 32, 16]],
  [{ alg: "RSA-OAEP-256", enc: "A192CBC-HS384" }, [256, 16, 32, 24]],
  [{ alg: "dir", enc: "A128GCM" }, [0, 12, 5, 16]],
  [{ alg: "ECDH-ES", enc: "A192GCM" }, [0, 12, 5, 16]],
  [{ alg: "A128KW", enc: "of another standard" }, [40, 1, 5, 2]],
] satisfies [JsonObject, number[]][])(
  "there is no finding for %j with parts of %j bytes",
  (...row) => {
    expect(find(...row)).toEqual([]);
  },
);

test.each([
  [{ alg: "ECDH-ES", enc: "A256GCM" }, [24, 12, 5, 16], "encrypted key 24 bytes, expected 0"],
  [
    { alg: "dir", enc: "A256CBC-HS512" },
    [1, 12, 5, 16],
    "initialization vector 12 bytes, expected 16; authentication tag 16 bytes, expected 32; encrypted key 1 bytes, expected 0",
  ],
  [
    rsa,
    [0, 13, 5, 16],
    "initialization vector 13 bytes, expected 12; encrypted key 0 bytes, expected more",
  ],
] satisfies [JsonObject, number[], string][])(
  "each part of a wrong size is named: %j with %j bytes",
  (header, sizes, seen) => {
    expect(find(header, sizes)).toEqual([
      expect.objectContaining({
        id: "jwe-part-size",
        severity: "error",
        title: "A part has a wrong size",
        seen,
        remedy: "Copy the complete token. A part was probably cut or changed.",
        source: "RFC 7518, sections 4.5, 5.2 and 5.3",
      }),
    ]);
  },
);

test("a part that is not base64url is named, and has no wrong size", () => {
  expect(find(rsa, [256, null, 5, null])).toEqual([
    expect.objectContaining({
      id: "jwe-part-invalid",
      severity: "error",
      title: "A part is not base64url",
      seen: "initialization vector, authentication tag",
      why: "Each part of a JWE is base64url. The recipient rejects this token.",
      remedy: "Copy the complete token.",
    }),
  ]);
});

test.each([
  [{ enc: "A256GCM" }, 'header alg absent, enc "A256GCM"'],
  [{ alg: "RSA-OAEP", enc: 7 }, 'header alg "RSA-OAEP", enc 7'],
  [{ alg: null, enc: null }, "header alg null, enc null"],
] satisfies [JsonObject, string][])("a missing algorithm is shown: %j", (header, seen) => {
  expect(find(header, [256, 12, 5, 16])).toEqual([
    expect.objectContaining({
      id: "jwe-algorithm-missing",
      severity: "error",
      title: "The header names no algorithm",
      seen,
      source: "RFC 7516, sections 4.1.1 and 4.1.2",
    }),
  ]);
});

test("a header without alg asks for no encrypted key", () => {
  expect(find({ enc: "A256GCM" }, [0, 12, 5, 16]).map(({ id }) => id)).toEqual([
    "jwe-algorithm-missing",
  ]);
});

test.each([
  [{ crit: ["exp"] }, "critical-parameters", 'header crit ["exp"]'],
  [{ crit: null }, "critical-parameters", "header crit null"],
  [{ alg: "RSA1_5" }, "jwe-rsa1-5", "header alg RSA1_5"],
  [{ zip: "DEF" }, "jwe-compressed", 'header zip "DEF"'],
] satisfies [JsonObject, string, string][])(
  "an extension or a weakness is shown: %j",
  (over, id, seen) => {
    expect(find({ ...rsa, ...over }, [256, 12, 5, 16])).toEqual([
      expect.objectContaining({ id, seen }),
    ]);
  },
);

test("faults come before weaknesses, and those before notes", () => {
  const header = { alg: "RSA1_5", enc: "A256GCM", crit: [], zip: "DEF" };
  expect(find(header, [256, null, 5, 1]).map(({ severity }) => severity)).toEqual([
    "error",
    "error",
    "warning",
    "warning",
    "note",
  ]);
});
