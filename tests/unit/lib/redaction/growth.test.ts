import { expect, test } from "vitest";
import { createRedactor } from "../../../../lib/redaction/create-redactor.ts";
import { measureGrowth } from "../../measure-growth.ts";

const testSecret = "s3cr3t-of-ada";
const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  "eyJ-",
  "a.",
  "eyJaaaaaa.",
  'a"',
  '"a":',
  "a://b:",
  "code: a ",
  "code=",
  "token: ",
  "<a ",
  "<input ",
  '<input name="code" ',
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN CERTIFICATE-----",
  'form-data; name="a"\n',
  "%25",
  "%41",
  "Bearer a",
  "Cookie: a;",
  base64('"password":1'),
  "\\",
  '\\"',
  "[",
  '{"a":',
  "\u200b",
  "\uff41",
  testSecret,
  testSecret.slice(0, -1),
])("takes time proportional to the length of a text full of %j", (unit) => {
  const growth = measureGrowth(
    (text) => {
      const redactor = createRedactor();
      redactor.collect({ client_secret: testSecret, password: `${"a".repeat(200)}1` });
      redactor.redact({ text });
    },
    (length) => unit.repeat(Math.ceil(length / unit.length)),
    { length: 4_000, factor: 12 },
  );
  expect(growth).toBeLessThan(4);
});

test("takes no more time for each additional known secret", () => {
  const growth = measureGrowth(
    (text) => {
      const redactor = createRedactor();
      // The number of secrets grows with the text: first with one common start, then with many.
      const entries = Array.from({ length: text.length / 40 }, (_, place) => ({
        token: `${place % 2 === 0 ? "a".repeat(20) : ""}${place}-secret-value`,
      }));
      for (const entry of [...entries, { text }]) redactor.collect(entry);
      redactor.redact({ text });
    },
    (length) => "a".repeat(length),
    { length: 4_000, factor: 12 },
  );
  expect(growth).toBeLessThan(4);
});
