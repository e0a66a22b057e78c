import * as fc from "fast-check";
import { createPrivateKey } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { parseKeys } from "../../../../../lib/tokens/keys/parse-keys.ts";
import { writeToken } from "../sign-token.ts";
import { createSampleKey, toCertificate, type SampleKey } from "./sample-keys.ts";

let rsa: SampleKey;
let ec: SampleKey;

beforeAll(async () => {
  rsa = await createSampleKey("RS256");
  ec = await createSampleKey("ES256");
}, 30_000);

const parse = (text: string) => parseKeys(text, "text");

async function refusalOf(text: string): Promise<string> {
  const reading = await parse(text);
  if (reading.kind !== "refused") throw new Error(`It was read as ${reading.kind}.`);
  return reading.message;
}

async function keysOf(text: string) {
  const reading = await parse(text);
  if (reading.kind !== "keys") throw new Error("It was not read as keys.");
  return reading;
}

describe("parseKeys", () => {
  test.each(["", "  \n", "\uFEFF"])("finds nothing in %j", async (text) => {
    expect(await parse(text)).toEqual({ kind: "none" });
  });

  test("reads a JWK, a JWKS and an array of JWKs, with only the members of a public key", async () => {
    const jwk = { ...rsa.jwk, x5u: "https://evil.example/", x5c: ["a"], toString: "b" };
    expect((await keysOf(JSON.stringify(jwk))).jwks.keys).toEqual([rsa.jwk]);
    expect(await keysOf(JSON.stringify({ keys: [jwk, ec.jwk] }))).toMatchObject({ form: "JWKS" });
    expect((await keysOf(JSON.stringify([jwk, ec.jwk]))).jwks.keys).toHaveLength(2);
  });

  test("reads several PEM blocks with text between them", async () => {
    const text = `subject=issuer\n${rsa.spki}\nand\n${toCertificate(ec.spki)}`;
    const { jwks, remarks, form } = await keysOf(text);
    expect(form).toBe("PEM");
    expect(jwks.keys.map(({ kty }) => kty)).toEqual(["RSA", "EC"]);
    expect(remarks).toEqual([
      "Of a certificate, only the key is used: its dates and issuer are not checked.",
    ]);
  });

  test.each([
    ["in quotes with escaped line breaks", (pem: string) => JSON.stringify(pem)],
    ["as a member of JSON", (pem: string) => JSON.stringify({ kid: pem })],
    ["in one line", (pem: string) => pem.replaceAll("\n", " ")],
    ["with Windows line breaks", (pem: string) => pem.replaceAll("\n", "\r\n")],
    ["without its armour", (pem: string) => pem.replaceAll(/-----[A-Z ]+-----/g, "")],
  ])("reads a PEM %s", async (_, change) => {
    const { jwks } = await keysOf(change(rsa.spki));
    expect(jwks.keys).toEqual([{ kty: "RSA", n: rsa.jwk.n, e: rsa.jwk.e }]);
  });

  test("reads a certificate that a tool wrote", async () => {
    const { jwks } = await keysOf(realCertificate);
    expect(jwks.keys).toMatchObject([{ kty: "EC", crv: "P-256" }]);
  });

  test("keeps the spaces of a secret, not the line breaks around it", async () => {
    const { jwks, remarks, form } = await keysOf("\r\n a secret \n");
    expect(form).toBe("secret");
    expect(jwks.keys).toEqual([{ kty: "oct", k: Buffer.from(" a secret ").toString("base64url") }]);
    expect(remarks[0]).toContain("contains spaces");
    expect((await keysOf('"quoted"')).remarks[0]).toContain("in quotes");
  });

  test("ignores the keys of a set that cannot verify, and says why", async () => {
    const set = {
      keys: [
        { kty: "AKP", alg: "ML-DSA-44", pub: "AA" },
        { kty: "EC", crv: "secp256k1", x: "AA", y: "AA" },
        { kty: "RSA", e: "AQAB" },
        { ...ec.jwk, kid: 7 },
        null,
        rsa.jwk,
      ],
    };
    const { jwks, remarks } = await keysOf(JSON.stringify(set));
    expect(jwks.keys).toEqual([rsa.jwk]);
    expect(remarks).toEqual([
      "Key 1 is ignored: its kty is not RSA, EC, OKP or oct.",
      "Key 2 is ignored: browsers cannot verify signatures with its curve (crv).",
      "Key 3 is ignored: n is missing or not base64url.",
      "Key 4 is ignored: its kid is not a string.",
      "Key 5 is ignored: it is not a JSON object.",
    ]);
  });

  test("remarks on an RSA key that is too short", async () => {
    const n = Buffer.alloc(128, 0x7f).toString("base64url");
    const { remarks } = await keysOf(JSON.stringify({ kty: "RSA", n, e: "AQAB" }));
    expect(remarks[0]).toContain("has 1023 bits");
  });
});

describe("a text that cannot be used", () => {
  test.each([
    ["a URL", "https://issuer.example/.well-known/jwks.json", "This is a URL."],
    ["a token", writeToken({ alg: "RS256" }, {}), "This is a token, not a key."],
    ["an SSH key", "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 ada@host", "This is an SSH key."],
    ["binary data", "\uFFFD\u0030\uFFFD", "This is binary data"],
    ["cut JSON", '{"kty":"RSA","n":"', "is not valid JSON"],
    ["deep JSON", "[".repeat(5_000), "is not valid JSON"],
    ["other JSON", '{"a":1}', "This JSON is not a key"],
    ["the configuration of an issuer", '{"jwks_uri":"https://a.example/"}', "Open its jwks_uri"],
    ["an empty set", '{"keys":[]}', "has no keys"],
    ["a set of 101 keys", `{"keys":[${"{},".repeat(100)}{}]}`, "more than 100 keys"],
    ["an Ed448 key", '{"kty":"OKP","crv":"Ed448","x":"AA"}', "browsers cannot verify"],
    ["half a PEM", "-----BEGIN PUBLIC KEY-----\nMIIB", "This PEM is not complete."],
    ["an empty PEM", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", "No public key"],
    ["21 blocks", "-----BEGIN A-----\n-----END A-----\n".repeat(21), "more than 20 blocks"],
    ["a long text", "a ".repeat(5_000), "too long for a secret"],
    ["a text over the limit", "a".repeat(1024 * 1024 + 1), "longer than 1 MiB"],
  ])("is refused, with what to do: %s", async (_, text, words) => {
    expect(await refusalOf(text)).toContain(words);
  });

  test.each(["base64", "base64url"] as const)("is refused if it is not %s", async (encoding) => {
    const reading = await parseKeys("no, this is text", encoding);
    expect(reading).toMatchObject({ kind: "refused", about: "secret" });
  });
});

describe("a private key", () => {
  const pemOf = (key: SampleKey, type: "pkcs8" | "pkcs1" | "sec1") => {
    const jwk = { ...key.privateJwk, kty: key.privateJwk.kty ?? "" };
    return createPrivateKey({ key: jwk, format: "jwk" }).export({ type, format: "pem" }).toString();
  };
  const bareOf = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");
  const forms: [string, () => string][] = [
    ["as a JWK", () => JSON.stringify(rsa.privateJwk)],
    ["in a JWKS", () => JSON.stringify({ keys: [ec.jwk, rsa.privateJwk] })],
    ["as PKCS#8", () => pemOf(rsa, "pkcs8")],
    ["as PKCS#1", () => pemOf(rsa, "pkcs1")],
    ["as SEC 1", () => pemOf(ec, "sec1")],
    ["after a public key", () => `${rsa.spki}\n${pemOf(rsa, "pkcs8")}`],
    ["cut off", () => pemOf(rsa, "pkcs8").slice(0, 200)],
    [
      "encrypted",
      () => "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA\n-----END ENCRYPTED PRIVATE KEY-----",
    ],
    ["as base64 alone (PKCS#8)", () => bareOf(pemOf(ec, "pkcs8"))],
    ["as base64 alone (PKCS#1)", () => bareOf(pemOf(rsa, "pkcs1"))],
    ["as base64 alone (SEC 1)", () => bareOf(pemOf(ec, "sec1"))],
    [
      "in the file of a service account",
      () => JSON.stringify({ private_key: pemOf(rsa, "pkcs8") }),
    ],
  ];

  test.each(forms)("is refused %s, and its public key is asked for", async (_, write) => {
    const reading = await parse(write());
    expect(reading).toMatchObject({ kind: "refused", about: "private key" });
    expect(await refusalOf(write())).toContain("paste the public key");
  });
});

describe("hostile text", () => {
  const encodings = fc.constantFrom("text", "base64", "base64url" as const);
  const pemLike = fc
    .tuple(fc.constantFrom("PUBLIC KEY", "CERTIFICATE", "RSA PUBLIC KEY", "X"), fc.base64String())
    .map(([label, body]) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`);
  const keyLike = fc
    .record(
      {
        kty: fc.oneof(fc.constantFrom("RSA", "EC", "OKP", "oct"), fc.jsonValue()),
        crv: fc.oneof(fc.constantFrom("P-256", "Ed25519", "__proto__"), fc.jsonValue()),
        ...Object.fromEntries(
          ["n", "e", "x", "y", "k", "kid", "alg", "use", "__proto__"].map((name) => [
            name,
            fc.oneof(fc.base64String(), fc.jsonValue()),
          ]),
        ),
      },
      { requiredKeys: [] },
    )
    .map((key) => JSON.stringify({ keys: [key] }));
  const marker = "planted7c41";
  const texts = fc.oneof(fc.string(), fc.json(), pemLike, keyLike, fc.base64String());

  test("never makes parseKeys reject", async () => {
    await fc.assert(
      fc.asyncProperty(texts, encodings, async (text, encoding) => {
        await parseKeys(text, encoding);
      }),
      { numRuns: 600 },
    );
  });

  test("is in no message and no remark", async () => {
    const around = fc.tuple(texts, fc.nat(), encodings);
    await fc.assert(
      fc.asyncProperty(around, async ([text, at, encoding]) => {
        const place = at % (text.length + 1);
        const planted = text.slice(0, place) + marker + text.slice(place);
        const reading = await parseKeys(planted, encoding);
        const shown = reading.kind === "keys" ? reading.remarks.join() : JSON.stringify(reading);
        expect(shown).not.toContain(marker);
      }),
      { numRuns: 600 },
    );
  });

  test.each([
    ["BEGIN lines", "-----BEGIN A-----".repeat(60_000)],
    ["open blocks", `-----BEGIN A-----${" ".repeat(900_000)}`],
    ["line breaks", `a${"\n".repeat(1_000_000)}a`],
    ["quotes", '"'.repeat(1_000_000)],
    ["spaces between digits", `0${" ".repeat(900_000)}0`],
    [
      "a long certificate",
      `-----BEGIN CERTIFICATE-----${"MII".repeat(300_000)}-----END CERTIFICATE-----`,
    ],
  ])("of a million characters is refused in a moment: %s", async (_, text) => {
    expect((await parse(text)).kind).toBe("refused");
  });
});

const realCertificate = `-----BEGIN CERTIFICATE-----
MIIBhzCCAS2gAwIBAgIUP3VJPXP6RpNX7C+JQZhJZNNi5yowCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOaXNzdWVyLmV4YW1wbGUwHhcNMjYxMTIyMjMzNDI3WhcNMzYx
MTE5MjMzNDI3WjAZMRcwFQYDVQQDDA5pc3N1ZXIuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABI02FHwAiEenS1Stsb3I5gjzdjqBfBxro+3F1CD8kLoU
8SBsBfqdzr9+XhYV6hbENq84D0KT1CtgYoPikPIdw66jUzBRMB0GA1UdDgQWBBSG
r6kBsv8VLVdyAD40MbJKou7OSDAfBgNVHSMEGDAWgBSGr6kBsv8VLVdyAD40MbJK
ou7OSDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCFqjqv701v
xJsyjmOajSDZRPjm8tuzzkMrvv6Yer0WoQIgJEu2Tk1v1+ciBdqdz9edGMy6Rpu/
DOuWbdcYVItXYF0=
-----END CERTIFICATE-----`;
