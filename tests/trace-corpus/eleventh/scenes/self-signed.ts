import { generateKeyPairSync, sign } from "node:crypto";

/** One element of a certificate (DER): its tag, its length and its content. */
function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x1_00
        ? [0x81, length]
        : [0x82, Math.floor(length / 0x1_00), length % 0x1_00];
  return Buffer.concat([Uint8Array.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Uint8Array => element(0x30, ...parts);
const text = (tag: number, value: string): Uint8Array => element(tag, Buffer.from(value));
const identifier = (hex: string): Uint8Array => element(0x06, Buffer.from(hex, "hex"));

// RFC 5480 and RFC 5280.
const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const commonName = identifier("550403");
const alternativeName = identifier("551d11");

const toPem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

/** Creates a certificate of a host that no authority has signed, as developers use them. */
export function createSelfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(element(0x31, sequence(commonName, text(0x0c, host))));
  const names = element(0x04, sequence(text(0x82, host)));
  const content = sequence(
    element(0xa0, element(0x02, Uint8Array.from([2]))),
    element(0x02, Uint8Array.from([1])),
    ecdsaWithSha256,
    name,
    sequence(text(0x17, "250101000000Z"), text(0x17, "351231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(sequence(alternativeName, names))),
  );
  const signature = element(0x03, Uint8Array.from([0]), sign("sha256", content, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: toPem(sequence(content, ecdsaWithSha256, signature)),
  };
}
