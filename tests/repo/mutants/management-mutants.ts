import type { Mutant } from "./judge-mutants.ts";

const tests = (...subjects: string[]): string[] =>
  subjects.map((subject) => `tests/unit/lib/management/${subject}.test.ts`);

/** Planted faults in the folder that speaks the management interface. */
export const managementMutants: readonly Mutant[] = [
  {
    rows: ["authn.scopes.c"],
    file: "lib/management/scopes.ts",
    find: `"guardian_enrollment_tickets user_tickets"`,
    replace: `"guardian_enrollment_tickets"`,
    tests: tests("scopes"),
  },
  {
    rows: ["service.exchange.runs-action"],
    file: "lib/management/exchange-token.ts",
    find: `"urn:ietf:params:oauth:grant-type:token-exchange"`,
    replace: `"urn:ietf:params:oauth:grant-type:exchange"`,
    tests: tests("local-tenant-exchange"),
  },
  {
    rows: [],
    file: "lib/management/exchange-token.ts",
    find: ` && !OWN_PARAMETERS.includes(name)`,
    replace: ``,
    tests: tests("exchange-token"),
  },
  {
    rows: [],
    file: "lib/management/exchange-attempts.ts",
    find: `const COST = 10 * 60_000;`,
    replace: `const COST = 9 * 60_000;`,
    tests: tests("local-tenant-exchange"),
  },
  {
    rows: [],
    file: "lib/management/list-all.ts",
    find: `if (cursors.has(page.next)) break;`,
    replace: ``,
    tests: tests("client-profiles"),
  },
  {
    rows: [],
    file: "lib/management/merge-connection-profile.ts",
    find: `return isSameJson(before, own) ? current : own;`,
    replace: `return before === own ? current : own;`,
    tests: tests("merge-connection-profile"),
  },
  {
    rows: [],
    file: "lib/management/merge-connection-profile.ts",
    find: ` || mine.includes(feature)`,
    replace: ``,
    tests: tests("merge-connection-profile"),
  },
  {
    rows: [],
    file: "lib/management/undo-patch.ts",
    find: `old ?? readMember(EMPTY, name)`,
    replace: `old`,
    tests: tests("undo-patch"),
  },
  {
    rows: [],
    file: "lib/management/test-credential.ts",
    find: `expiresAt <= now`,
    replace: `expiresAt < now`,
    tests: tests("test-credential"),
  },
  {
    rows: [],
    file: "lib/management/sealed-store.ts",
    find: `[VERSION, purpose, lock`,
    replace: `[VERSION, lock`,
    tests: tests("sealed-store"),
  },
  {
    rows: [],
    file: "lib/management/sealed-store.ts",
    find: `false, usages`,
    replace: `true, usages`,
    tests: tests("sealed-store"),
  },
  {
    rows: [],
    file: "lib/management/base64url.ts",
    find: `encodeBase64Url(bytes) === text ? bytes : undefined`,
    replace: `bytes`,
    tests: tests("sealed-store"),
  },
];
