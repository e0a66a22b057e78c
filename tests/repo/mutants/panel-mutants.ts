import type { Mutant } from "./judge-mutants.ts";

const model = (subject: string): string => `tests/unit/lib/models/${subject}.test.ts`;
const view = (subject: string): string => `tests/unit/components/panel/${subject}.test.tsx`;

/** Planted faults in what the panel keeps, leads to, and says of whom. */
export const panelMutants: readonly Mutant[] = [
  {
    rows: [],
    file: "components/panel/Panel.tsx",
    find: `    focusTab(to);`,
    replace: ``,
    tests: [view("Panel")],
  },
  {
    rows: [],
    file: "components/panel/Panel.tsx",
    find: `    forget(to);`,
    replace: ``,
    tests: [view("Panel")],
  },
  {
    rows: [],
    file: "components/panel/run/RunTab.tsx",
    find: `ranAt.id === tenant.id`,
    replace: `ranAt.id !== ""`,
    tests: [view("run/RunTab")],
  },
  {
    rows: [],
    file: "components/panel/events/EventsTab.tsx",
    find: `".stream-bar [aria-expanded=true]"`,
    replace: `".stream-bar [aria-pressed=true]"`,
    tests: [view("events/events-focus")],
  },
  {
    rows: [],
    file: "lib/models/tokens/tokens-model.ts",
    find: `  if (from.kind === "run") {`,
    replace: `  if (from.kind === "run" && tenant === undefined) {`,
    tests: [model("tokens/tokens-model")],
  },
  {
    rows: [],
    file: "lib/models/tokens/tokens-model.ts",
    find: `issuerOf({ origin: loginOriginOf(tenant) })`,
    replace: `issuerOf(tenant)`,
    tests: [model("tokens/tokens-model")],
  },
  {
    rows: [],
    file: "lib/models/tokens/tokens-model.ts",
    find: `return { tenantIssuer: issuer, otherIssuers };`,
    replace: `return { tenantIssuer: issuer };`,
    tests: [model("tokens/tokens-model")],
  },
  {
    rows: [],
    file: "lib/models/tokens/tokens-model.ts",
    find: `        isMasked.value = true;`,
    replace: ``,
    tests: [model("tokens/tokens-model")],
  },
  {
    rows: [],
    file: "lib/models/runs/run-model.ts",
    find: `        origin: loginOriginOf(tenant),`,
    replace: `        origin: tenant.origin,`,
    tests: [model("runs/run-model")],
  },
  {
    rows: [],
    file: "lib/models/runs/run-model.ts",
    find: `        otherOrigins: otherOriginsOf(tenant),`,
    replace: ``,
    tests: [model("runs/run-model")],
  },
  {
    rows: [],
    file: "lib/worker/command-handlers.ts",
    find: `[tenant.origin, loginOriginOf(tenant)]`,
    replace: `[tenant.origin]`,
    tests: ["tests/unit/lib/worker/command-handlers.test.ts"],
  },
  {
    rows: [],
    file: "lib/worker/command-handlers.ts",
    find: `[tenant.origin, loginOriginOf(tenant)]`,
    replace: `[loginOriginOf(tenant)]`,
    tests: ["tests/unit/lib/worker/command-handlers.test.ts"],
  },
  {
    rows: [],
    file: "lib/models/runs/log-in-user.ts",
    find: "      audience: `${tenant.origin}/api/v2/`,",
    replace: "      audience: `${tenant.customOrigin ?? tenant.origin}/api/v2/`,",
    tests: [model("tenants/credential-form-model")],
  },
  {
    rows: [],
    file: "lib/runs/check-login.ts",
    find: `check.id === refused && check.outcome !== "failed"`,
    replace: `check.id === refused && check.outcome === "failed"`,
    tests: ["tests/unit/lib/runs/check-login.test.ts"],
  },
  {
    rows: [],
    file: "lib/tokens/checks/list-login-checks.ts",
    find: `requested.filter((scope) => !granted.includes(scope))`,
    replace: `requested.filter(() => granted.length === 0)`,
    tests: ["tests/unit/lib/tokens/checks/list-login-checks.test.ts"],
  },
  {
    rows: [],
    file: "lib/tokens/findings.ts",
    find: `isForeign && id === "key-unknown"`,
    replace: `false && isForeign && id === "key-unknown"`,
    tests: ["tests/unit/lib/tokens/judge-token.test.ts"],
  },
  {
    rows: [],
    file: "lib/tokens/finding.ts",
    find: `showHidden(JSON.stringify(value))`,
    replace: `JSON.stringify(value)`,
    tests: ["tests/unit/lib/tokens/findings.test.ts"],
  },
];
