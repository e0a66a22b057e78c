import { describe, expect, test } from "vitest";
import { checkSource, findSecrets } from "./check-source.ts";
import { readFiles } from "./read-files.ts";

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const makeToken = (issuer: string): string =>
  [
    encode({ alg: "RS256", kid: "k1" }),
    encode({ iss: issuer, sub: "somebody" }),
    "s".repeat(43),
  ].join(".");

describe("the files of the repository", () => {
  test("contain no text that looks like a real secret", () => {
    const files = readFiles().filter(({ path }) => path !== "package-lock.json");
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => findSecrets(file))).toEqual([]);
  });

  test("follow the source rules that the linter cannot check", () => {
    expect(checkSource(readFiles())).toEqual([]);
  });
});

describe("the search for secrets", () => {
  test.each([
    ["a signed token", `const t = "${makeToken("https://acme.eu.tenant-host.io/")}";`],
    ["a private key", ["-----BEGIN", "PRIVATE KEY-----\nMIIEvQ"].join(" ")],
    ["a private JWK", `{ kty: "EC", d: "${"a".repeat(43)}" }`],
    ["a token of a code host", `ghp_${"a1".repeat(18)}`],
    ["a token of a registry", ["//registry.example/:_authToken", "abcdefgh1234"].join("=")],
    ["a cloud access key", `AKIA${"Q7".repeat(8)}`],
    ["a client secret of the usual length", `client_secret: "${"x".repeat(64)}"`],
    ["an address of a real tenant", ["https://acme.us.auth0", "com/authorize"].join(".")],
  ])("finds %s", (what, text) => {
    const found = findSecrets({ path: "planted.ts", text });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`planted.ts contains ${what}`);
  });

  test.each([
    ["a token of the local tenant", makeToken("http://localhost:4400/")],
    ["a token of a reserved host", makeToken("https://tenant.example/")],
    ["an unsigned pair of segments", `${encode({ alg: "none" })}.${encode({ sub: "x" })}.`],
    ["the seeded secret", 'client_secret: "demo-management-secret"'],
    ["a public JWK", `{ kty: "RSA", n: "${"n".repeat(342)}", e: "AQAB" }`],
  ])("accepts %s", (_name, text) => {
    expect(findSecrets({ path: "planted.ts", text })).toEqual([]);
  });

  test("never quotes a whole secret", () => {
    const token = makeToken("https://acme.tenant-host.io/");
    expect(findSecrets({ path: "planted.ts", text: token }).join(" ")).not.toContain(
      token.slice(0, 20),
    );
  });
});

describe("the search for broken source rules", () => {
  test.each([
    ["lib/a/a.ts", "console.log(1)", "a call of console"],
    ["components/A.tsx", "console . error(1)", "a call of console"],
    ["entrypoints/a.ts", "// oxlint-disable-next-line no-eval", "a lint rule switched off"],
    ["lib/a/a.ts", "// @ts-ignore", "a compiler check switched off"],
    ["tenant/a.ts", "// TODO later", "an open task"],
    ["tests/unit/a.test.ts", 'it.skip("x")', "a skipped or exclusive test"],
    ["tests/unit/a.test.ts", 'vi.mock("x")', "a mocked module"],
    ["lib/a/README.md", "see interfaces.md", "a document that is not in the repository"],
  ])("finds in %s: %s", (path, text, what) => {
    expect(checkSource([{ path, text }])).toEqual([
      expect.stringContaining(`${path} contains ${what}`),
    ]);
  });

  test("allows the tenant and the launcher to write to the terminal", () => {
    expect(checkSource([{ path: "tenant/serve.ts", text: "console.log(1)" }])).toEqual([]);
  });
});
