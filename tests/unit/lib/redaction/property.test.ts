import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "../../../../lib/redaction/create-redactor.ts";
import { nakedForms, ordinaryValues, plantedForms } from "./planted-secrets.ts";

/** Letters and digits, as in keys and tokens. The digit distinguishes them from a word. */
const secrets = fc
  .stringMatching(/^[A-Za-z0-9]{12,40}$/)
  .map((text) => `${text.slice(0, 6)}7${text.slice(6)}`);

/** Returns the text, and all results of decoding it repeatedly. */
function readings(text: string, depth = 5): string[] {
  if (depth === 0) return [text];
  const percent = text.replaceAll(/(?:%[\da-f]{2})+/giu, (bytes) =>
    Buffer.from(bytes.replaceAll("%", ""), "hex").toString(),
  );
  const escaped = text.replaceAll(/\\u([\da-f]{4})/giu, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const runs = [...text.matchAll(/[\w+/-]{12,}={0,2}/gu)].flatMap(({ 0: run }) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), "base64").toString()),
  );
  const plain = text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  const next = new Set([percent, escaped, plain, ...runs.filter((run) => /[ -~]{6}/u.test(run))]);
  next.delete(text);
  return [text, ...[...next].flatMap((one) => readings(one, depth - 1))];
}

function survives(value: unknown, secret: string): boolean {
  return readings(JSON.stringify(value)).some((text) => text.includes(secret));
}

test.each(plantedForms)("removes a secret that was found before, in %s", (_, plant) => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const planted = { before: "kept", test: plant(secret), after: "kept" };
      // Positive control: the same search finds the secret before redaction.
      expect(survives(planted, secret) || survives(planted, secret.slice(0, 8))).toBe(true);
      const redactor = createRedactor();
      const redacted = redactor.redact(planted);
      expect(survives(redacted, secret)).toBe(false);
      expect(redacted).toMatchObject({ before: "kept", after: "kept" });
      expect(redactor.receipt().places).toBeGreaterThan(0);
    }),
    { numRuns: 25 },
  );
});

test.each(nakedForms)("removes a secret that a later entry names, as %s", (_, write) => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const [early, late] = [{ note: write(secret) }, { client_secret: secret }];
      expect(survives(early, secret)).toBe(true);
      const redactor = createRedactor();
      for (const value of [early, late]) redactor.collect(value);
      expect(survives(redactor.redact(early), secret)).toBe(false);
      expect(redactor.redact(late)).toEqual({ client_secret: "[removed secret 1]" });
      expect(redactor.receipt().secrets).toBe(1);
    }),
    { numRuns: 25 },
  );
});

test.each(ordinaryValues.map((value) => [JSON.stringify(value), value] as const))(
  "keeps %s unchanged, also beside secrets",
  (_, value) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const redactor = createRedactor();
        redactor.collect({ client_secret: secret, password: "password", otp: "2026" });
        expect(redactor.redact({ value })).toEqual({ value });
        expect(redactor.receipt().places).toBe(0);
      }),
      { numRuns: 5 },
    );
  },
);

test("removes secrets of every form from one export, in any order", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...plantedForms], { minLength: 2 }),
      fc.uniqueArray(secrets, { minLength: 60, maxLength: 60 }),
      (forms, values) => {
        const planted = forms.map(([, plant], place) => plant(values[place] ?? ""));
        const redactor = createRedactor();
        redactor.collect(planted);
        const text = JSON.stringify(redactor.redact(planted));
        for (const secret of values) expect(text).not.toContain(secret);
      },
    ),
    { numRuns: 30 },
  );
});
