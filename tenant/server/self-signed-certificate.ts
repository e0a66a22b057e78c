/// <reference types="node" />

import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { ServerCertificate } from "./listen.ts";

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Creates a certificate (RFC 5280) for the loopback names with a new P-256 key, valid from
 * yesterday for 90 days. The function encodes DER (X.690) itself, because Node can read
 * certificates but not create them.
 */
export function createSelfSignedCertificate(now = Date.now()): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(objectId("2a8648ce3d040302")); // ecdsa-with-SHA256
  const name = sequence(
    set(sequence(objectId("550403"), encode(0x0c, Buffer.from("Local tenant (self-signed)")))),
  );
  const validity = sequence(
    utcTime(now - dayInMilliseconds),
    utcTime(now + 90 * dayInMilliseconds),
  );
  const content = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))), // version 3
    encode(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(15)])), // positive serial number
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    encode(0xa3, sequence(subjectAlternativeName(), extendedKeyUsage())),
  );
  const signature = sign("sha256", content, privateKey);
  const certificate = sequence(content, algorithm, bitString(signature));
  const lines = certificate.toString("base64").replaceAll(/.{64}/g, "$&\n").trimEnd();
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes localhost, 127.0.0.1 and ::1 (section 4.2.1.6). */
function subjectAlternativeName(): Buffer {
  const names = sequence(
    encode(0x82, Buffer.from("localhost")),
    encode(0x87, Buffer.from([127, 0, 0, 1])),
    encode(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])])),
  );
  return sequence(objectId("551d11"), encode(0x04, names));
}

/** Encodes the usage for servers (section 4.2.1.12). */
function extendedKeyUsage(): Buffer {
  const usages = sequence(objectId("2b06010505070301"));
  return sequence(objectId("551d25"), encode(0x04, usages));
}

/** Encodes tag, length and value; a long length starts with the number of its bytes. */
function encode(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const bytes = length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82, length >> 8];
  return Buffer.concat([Buffer.from([tag, ...bytes, length & 0xff]), value]);
}

function sequence(...parts: Buffer[]): Buffer {
  return encode(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return encode(0x31, Buffer.concat(parts));
}

/** Encodes an object identifier, given as hexadecimal bytes. */
function objectId(hex: string): Buffer {
  return encode(0x06, Buffer.from(hex, "hex"));
}

function bitString(bytes: Buffer): Buffer {
  return encode(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

/** Encodes a time as `YYMMDDHHMMSSZ`, which is valid until 2049. */
function utcTime(time: number): Buffer {
  const text = new Date(time).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return encode(0x17, Buffer.from(text.slice(2)));
}
