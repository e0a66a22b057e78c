import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSelfSignedCertificate } from "../../../../tenant/server/self-signed-certificate.ts";

describe("a self-signed certificate", () => {
  const made = createSelfSignedCertificate();
  const certificate = new X509Certificate(made.cert);

  test("is valid only for the loopback names", () => {
    expect(certificate.subjectAltName).toBe(
      "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1",
    );
    expect(certificate.checkHost("localhost")).toBe("localhost");
    expect(certificate.checkHost("example.com")).toBeUndefined();
  });

  test("is signed with its own key", () => {
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(made.key))).toBe(true);
  });

  test("is valid for 90 days, starting the day before", () => {
    const { validFromDate, validToDate } = new X509Certificate(
      createSelfSignedCertificate(Date.parse("2026-03-01T12:00:00Z")).cert,
    );
    expect(validFromDate.toISOString()).toBe("2026-02-28T12:00:00.000Z");
    expect(validToDate.toISOString()).toBe("2026-05-30T12:00:00.000Z");
  });

  test("has a new serial number and a new key each time", () => {
    const other = new X509Certificate(createSelfSignedCertificate().cert);
    expect(other.serialNumber).not.toBe(certificate.serialNumber);
    expect(other.fingerprint256).not.toBe(certificate.fingerprint256);
  });
});
