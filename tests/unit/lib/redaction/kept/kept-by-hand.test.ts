import { expect, test } from "vitest";
import {
  createExchangeRedactor,
  type RedactableExchange,
} from "../../../../../lib/redaction/kept/create-exchange-redactor.ts";

const exchange = (parts: Partial<RedactableExchange>): RedactableExchange => ({
  url: "https://app.example/",
  requestHeaders: [],
  responseHeaders: [],
  responseBody: { state: "empty" },
  ...parts,
});

const sample = exchange({
  url: "https://app.example/orders/A-4411-77?login_hint=ada%40example.com&trace=9f31a-77c0",
  requestHeaders: [
    { name: "X-Request", value: "A-4411-77" },
    { name: "X-Api-Key", value: "plain-4471-key" },
    { name: "Cookie", value: "seen=cookie-9912-x" },
  ],
  requestBody: "email=ada%40example.com&password=horse-battery-7",
  responseBody: {
    state: "text",
    mimeType: "application/json",
    text: JSON.stringify({ order: "A-4411-77", amount: 123_456, otp: 998_877 }),
  },
});

function redact(chosen: readonly string[]) {
  const redactor = createExchangeRedactor(new Set(chosen));
  redactor.collect(sample);
  return { text: JSON.stringify(redactor.redact(sample)), redactor };
}

test("a value that the person keeps stays wherever it stands alone, and a number stays a number", () => {
  const { text } = redact(["A-4411-77", "ada@example.com", "123456"]);
  expect(text).toContain("/orders/A-4411-77?login_hint=ada%40example.com&trace=removed-");
  expect(text).toContain('"X-Request","value":"A-4411-77"');
  expect(text).toContain("email=ada%40example.com");
  expect(text).toContain(String.raw`\"amount\":123456`);
});

test("keeping one value leaves all others with their pseudonyms", () => {
  const list = (chosen: readonly string[]) =>
    redact(chosen)
      .redactor.listReplaced()
      .map(({ value, pseudonym, places }) => ({ value, pseudonym, places }));
  expect(list(["A-4411-77"])).toEqual(list([]));
});

test.each([
  ["horse-battery-7", "a password in a form"],
  ["plain-4471-key", "a key in a header"],
  ["cookie-9912-x", "a cookie"],
  ["998877", "a number under a secret's name"],
])("%s, %s, is replaced although the person chose it", (secret) => {
  const { text, redactor } = redact([secret]);
  expect(text).not.toContain(secret);
  expect(redactor.listReplaced()).toContainEqual(
    expect.objectContaining({ value: secret, isSecret: true, isKept: false }),
  );
});

test("a secret that first stands under a harmless name is replaced there too", () => {
  const redactor = createExchangeRedactor(new Set(["spring-44-rain"]));
  const first = exchange({ url: "https://app.example/?word=spring-44-rain" });
  const second = exchange({ requestBody: "password=spring-44-rain" });
  redactor.collect(first);
  redactor.collect(second);
  expect(JSON.stringify([redactor.redact(first), redactor.redact(second)])).not.toContain(
    "spring-44-rain",
  );
});

test("the list has each value beside its pseudonym, the most frequent one first", () => {
  const { redactor } = redact(["ada@example.com"]);
  const [first] = redactor.listReplaced();
  expect(first).toEqual({
    value: "A-4411-77",
    pseudonym: expect.stringMatching(/^removed-text-\d-of-9-characters$/u),
    kind: "text",
    places: 3,
    isSecret: false,
    isKept: false,
  });
  expect(redactor.listReplaced()).toContainEqual(
    expect.objectContaining({ value: "ada@example.com", kind: "address", places: 2, isKept: true }),
  );
});

test("the receipt counts what the person keeps, and no place of it as replaced", () => {
  const [all, some] = [redact([]), redact(["A-4411-77"])].map(({ redactor }) => redactor.receipt());
  expect(all).not.toHaveProperty("keptByHand");
  expect(some).toMatchObject({ keptByHand: 1, places: (all?.places ?? 0) - 3 });
});
