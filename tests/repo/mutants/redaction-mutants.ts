import type { Mutant } from "./judge-mutants.ts";

const fault = (file: string, find: string, replace: string): Mutant => ({
  rows: [],
  file: `lib/redaction/${file}.ts`,
  find,
  replace,
  tests: [
    "tests/unit/lib/redaction/create-redactor.test.ts",
    "tests/unit/lib/redaction/property.test.ts",
  ],
});

/** Planted faults in what takes secrets out of an export. */
export const redactionMutants: readonly Mutant[] = [
  fault("known-secrets", `if (before !== undefined) return before;`, ``),
  fault("known-secrets", `if (root.next.size === 0) return text;`, `return text;`),
  fault("known-secrets", `node.known ??= known;`, `if (known.secret === "") node.known = known;`),
  fault("redact-text", `result = redactNamedValues(result, hiding);`, ``),
  fault("redact-text", `result = redactPem(text, hiding);`, `result = text;`),
  fault("redact-text", `result = redactMarkup(result, hiding);`, ``),
  fault("redact-text", `result = redactPercentEncoded(result, decoding);`, ``),
  fault("redact-text", `result = redactBase64(result, decoding);`, ``),
  fault("compact-tokens", `place += 2;`, `place += 3;`),
  fault("compact-tokens", `if (isEncrypted) {`, `if (isEncrypted && place < 0) {`),
  fault(
    "create-redactor",
    `const json = readJson(text);`,
    `const json = level < 0 ? readJson(text) : undefined;`,
  ),
  fault(
    "create-redactor",
    `if (kind !== undefined) return [redact(name), hideAll(value, kind)];`,
    ``,
  ),
  fault("create-redactor", `countMembers(json) === countNames(text) ? text : undefined`, `text`),
  fault("secret-names", `normalizeText(decodePercent(decodePercent(unescaped)))`, `unescaped`),
];
