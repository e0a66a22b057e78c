import type { FileText } from "./read-files.ts";

interface SourceRule {
  readonly what: string;
  readonly pattern: RegExp;
  readonly applies: (path: string) => boolean;
}

const isCode = (path: string): boolean => /\.(?:ts|tsx|mjs|js)$/.test(path);
const isShipped = (path: string): boolean =>
  isCode(path) && /^(?:lib|components|entrypoints)\//.test(path);

const sourceRules: readonly SourceRule[] = [
  {
    what: "a call of console",
    pattern: /\bconsole\s*\.\s*(?:log|info|debug|warn|error|table|trace)\b/,
    applies: isShipped,
  },
  {
    what: "a lint rule switched off",
    pattern: /(?:oxlint|eslint)-disable/,
    applies: (path) => isCode(path) && !path.startsWith("tests/repo/"),
  },
  {
    what: "a compiler check switched off",
    pattern: /@ts-(?:ignore|expect-error|nocheck)/,
    applies: (path) => isCode(path) && !/^tests\/(?:repo|types)\//.test(path),
  },
  {
    what: "an open task",
    pattern: /\b(?:TODO|FIXME|XXX)\b/,
    applies: (path) => isCode(path) && !path.startsWith("tests/repo/"),
  },
  {
    what: "a skipped or exclusive test",
    pattern: /\b(?:it|test|describe)\s*\.\s*(?:skip|only|todo|fails)\b/,
    applies: (path) => /\.test\.tsx?$/.test(path) && !path.startsWith("tests/repo/"),
  },
  {
    what: "a mocked module",
    pattern: /\bvi\s*\.\s*(?:mock|doMock|hoisted)\b/,
    applies: (path) => path.startsWith("tests/") && !path.startsWith("tests/repo/"),
  },
  {
    what: "a document that is not in the repository",
    pattern: /\b(?:interfaces|service-facts|library-contract|design|house-style)\.md\b/,
    applies: (path) => !path.startsWith("tests/repo/"),
  },
];

/** Reports source that breaks a rule that the linter cannot check. */
export function checkSource(files: readonly FileText[]): string[] {
  return files.flatMap(({ path, text }) =>
    sourceRules
      .filter(({ applies, pattern }) => applies(path) && pattern.test(text))
      .map(({ what, pattern }) => `${path} contains ${what}: "${pattern.exec(text)?.[0] ?? ""}".`),
  );
}

/** Hosts and words that only an example would use. A token that names none of them may be real. */
const harmlessIssuer =
  /localhost|127\.0\.0\.1|\.example\b|\.test\b|\.invalid\b|example\.(?:com|org|net)/;

function decodeSegment(segment: string): string {
  return Buffer.from(segment, "base64url").toString("utf8");
}

/**
 * Reports text that looks like a real secret. A complete JWT counts, unless its payload names a
 * reserved example host: our tests create their tokens at run time.
 */
export function findSecrets({ path, text }: FileText): string[] {
  const problems: string[] = [];
  for (const match of text.matchAll(/\beyJ[\w-]{8,}\.(eyJ[\w-]{8,})\.[\w-]{20,}/g)) {
    if (!harmlessIssuer.test(decodeSegment(match[1] ?? "")))
      problems.push(`${path} contains a signed token: "${match[0].slice(0, 12)}…".`);
  }
  const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
    ["a private key", /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[\w+/]/],
    ["a private JWK", /"?\bd"?\s*:\s*"[\w-]{43,}"/],
    ["a token of a code host", /\b(?:gh[pousr]_\w{36}|github_pat_\w{40,}|glpat-[\w-]{20})\b/],
    ["a token of a registry", /\bnpm_\w{36}\b|_authToken\s*=\s*[\w-]{8,}/],
    ["a cloud access key", /\bAKIA[0-9A-Z]{16}\b/],
    ["a client secret of the usual length", /client_?secret["']?\s*[:=]\s*["'][\w-]{60,}["']/i],
    ["an address of a real tenant", /\bhttps?:\/\/[\w-]+\.(?:us\.|eu\.|au\.|jp\.)?auth0\.com\b/],
  ];
  for (const [what, pattern] of patterns) {
    if (pattern.test(text)) problems.push(`${path} contains ${what}.`);
  }
  return problems;
}
