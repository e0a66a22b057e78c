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
    find: `from.kind === "run" ? from.context.issuer : issuerAt(tenant)`,
    replace: `issuerAt(tenant)`,
    tests: [model("tokens/tokens-model")],
  },
  {
    rows: [],
    file: "lib/tokens/finding.ts",
    find: `showHidden(JSON.stringify(value))`,
    replace: `JSON.stringify(value)`,
    tests: ["tests/unit/lib/tokens/findings.test.ts"],
  },
];
