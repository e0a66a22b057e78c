import type { Mutant } from "./judge-mutants.ts";

const tests = (...subjects: string[]): string[] =>
  subjects.map((subject) => `tests/unit/lib/auth/${subject}.test.ts`);

/** Planted faults of the authentication library: what is weak in its peer, and one rule of each kind of hostile field. */
export const authMutants: readonly Mutant[] = [
  {
    rows: [],
    file: "lib/auth/domain.ts",
    find: `/^(https?:\\/\\/)?(`,
    replace: `/^(http(?:s?:\\/\\/)?)?(`,
    tests: tests("peer-weaknesses"),
  },
  {
    rows: [],
    file: "lib/auth/http.ts",
    find: `errorCode: findText(clean, "errorCode"),`,
    replace: ``,
    tests: tests("peer-weaknesses"),
  },
  {
    rows: [],
    file: "lib/auth/management.ts",
    find: "${encodeURIComponent(userId)}",
    replace: "${userId}",
    tests: tests("peer-weaknesses"),
  },
  {
    rows: [],
    file: "lib/auth/key-set.ts",
    find: `clock.now() - loadedAt < maxAge ? pick(kid) : undefined`,
    replace: `undefined`,
    tests: tests("peer-weaknesses"),
  },
  {
    rows: [],
    file: "lib/auth/runtime-ports.ts",
    find: ` && origin === expected) hear`,
    replace: `) hear`,
    tests: tests("peer-weaknesses-in-pages"),
  },
  {
    rows: [],
    file: "lib/auth/runtime-ports.ts",
    find: `source && source === window && `,
    replace: ``,
    tests: tests("mutations-of-messages"),
  },
  {
    rows: [],
    file: "lib/auth/await-response.ts",
    find: "href.startsWith(`${pageOrigin}/`)",
    replace: "origin.startsWith(pageOrigin)",
    tests: tests("peer-weaknesses-in-pages"),
  },
  {
    rows: [],
    file: "lib/auth/popup.ts",
    find: `fail("popup_blocked", "The popup was blocked. Open it in a click.")`,
    replace: `{ window: {}, remove: () => undefined }`,
    tests: tests("popup-authorize"),
  },
  {
    rows: [],
    file: "lib/auth/id-token.ts",
    find: `if (header["crit"] !== undefined) refuseToken("crit");`,
    replace: ``,
    tests: tests("mutations-of-responses"),
  },
  {
    rows: [],
    file: "lib/auth/id-token.ts",
    find: ` && isCanonical`,
    replace: ` && !!isCanonical.toString()`,
    tests: tests("mutations-of-responses"),
  },
  {
    rows: [],
    file: "lib/auth/id-token-claims.ts",
    find: `["nonce", !nonce || claims.nonce === nonce],`,
    replace: ``,
    tests: tests("mutations-of-responses"),
  },
  {
    rows: [],
    file: "lib/auth/id-token-claims.ts",
    find: `isAhead(claims.auth_time, Number(maxAge))`,
    replace: `typeof claims.auth_time === "number"`,
    tests: tests("mutations-of-responses"),
  },
  {
    rows: [],
    file: "lib/auth/transactions.ts",
    find: `, storage.delete(key)]);`,
    replace: `]);`,
    tests: tests("parse-hash"),
  },
  {
    rows: [],
    file: "lib/auth/accept-response.ts",
    find: `if (!member || response[member]) continue;`,
    replace: `if (!member || (response[member] ?? true)) continue;`,
    tests: tests("pkce"),
  },
  {
    rows: [
      "library.co-authenticate.429.consecutive-failures",
      "library.co-authenticate.429.suspicious",
    ],
    file: "lib/auth/http.ts",
    find: `isCode ? code : statusCode === 429 ? "too_many_requests" : "request_error"`,
    replace: `statusCode === 429 ? "too_many_requests" : isCode ? code : "request_error"`,
    tests: tests("co-authenticate"),
  },
  {
    rows: ["library.callbacks.err-result"],
    file: "lib/auth/callback-or-promise.ts",
    find: `(error: AuthError) => queueMicrotask(() => callback(error, null)),`,
    replace: `(error: AuthError) => { callback(error, null); callback(error, null); },`,
    tests: tests("every-method"),
  },
  {
    rows: ["library.logout.account-list"],
    file: "lib/auth/logout.ts",
    find: `client_id: readText(given, "clientID"),`,
    replace: `client_id: readText(given, "clientID") || context.clientID,`,
    tests: tests("session-at-tenant"),
  },
  {
    rows: ["library.authorize.scope"],
    file: "lib/auth/accept-response.ts",
    find: `"/oauth/token",`,
    replace: `"/token",`,
    tests: tests("login-at-tenant"),
  },
];
