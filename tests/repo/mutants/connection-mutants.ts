import type { Mutant } from "./judge-mutants.ts";

const models = (...subjects: string[]): string[] =>
  subjects.map((subject) => `tests/unit/lib/models/connections/${subject}.test.ts`);
const view = (name: string): string[] => [
  `tests/unit/components/popup/connections/${name}.test.tsx`,
];

/** Planted faults in the popup's part for connection profiles. */
export const connectionMutants: readonly Mutant[] = [
  {
    rows: [],
    file: "lib/models/connections/connection-change-model.ts",
    find: `editor.adopt(change.after, lay(change.undo.patch, change.after));`,
    replace: `editor.adopt(shown, lay(change.undo.patch, shown));`,
    tests: models("undo-change"),
  },
  {
    rows: ["management.patch.body-optional"],
    file: "lib/models/connections/connection-change-model.ts",
    find: `    const patch = editor.patch.peek();`,
    replace: `    const patch = editor.input.peek().document;`,
    tests: models("connection-change-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-change-model.ts",
    find: `    if (!isSameProfile(base, current)) {`,
    replace: `    if (current.id !== base.id) {`,
    tests: models("connection-change-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-change-model.ts",
    find: `        ...granted,\n`,
    replace: ``,
    tests: models("connection-change-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-change-model.ts",
    find: `      if (!isAnswerLost(failure)) {`,
    replace: `      if (failure.code !== "worker-unreachable") {`,
    tests: models("lost-change"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-change-model.ts",
    find: `    await port.noteUnderWay();`,
    replace: `    underWay.value = undefined;`,
    tests: models("connection-profiles-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-change-model.ts",
    find: `const profile = { ...before, ...answer };`,
    replace: `const profile = answer;`,
    tests: models("connection-change-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-conflict-model.ts",
    find: `(kind === "conflict" ? undefined : "mine")`,
    replace: `"mine"`,
    tests: models("connection-change-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-editor-model.ts",
    find: `      if (configProblem.peek() === undefined) input.value`,
    replace: `      if (view === "raw") input.value`,
    tests: models("connection-editor-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-editor-model.ts",
    find: `{ ...Object.fromEntries(others), [name]: value }`,
    replace: `{ [name]: value }`,
    tests: models("connection-editor-model"),
  },
  {
    rows: [],
    file: "lib/models/profile-list.ts",
    find: `      if (reading !== current) return;
      known.value = { tenantId, profiles, isPartial`,
    replace: `      known.value = { tenantId, profiles, isPartial`,
    tests: models("connection-profiles-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-profiles-model.ts",
    find: `isOpen: current.tenantId !== tenantId.peek()`,
    replace: `isOpen: true`,
    tests: models("connection-profiles-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-profiles-model.ts",
    find: `      const isLost = change.state.peek().kind === "lost";`,
    replace: `      const isLost = true;`,
    tests: models("lost-change"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-drafts-model.ts",
    find: `next.slice(-mostConnectionDrafts)`,
    replace: `next`,
    tests: models("connection-profiles-model"),
  },
  {
    rows: [],
    file: "components/popup/connections/OverrideTable.tsx",
    find: `isOverridden ? cells[feature] : form.features.includes(feature)`,
    replace: `cells[feature]`,
    tests: view("ProfileForm"),
  },
  {
    rows: [],
    file: "components/popup/connections/ChangeOutcome.tsx",
    find: `{unapplied.length === 0 ? (`,
    replace: `{unapplied.length >= 0 ? (`,
    tests: view("ChangeOutcome"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-profiles-model.ts",
    find: `list.state.value.kind === "read" && !list.isPartial.value`,
    replace: `list.state.value.kind === "read"`,
    tests: models("connection-profiles-model"),
  },
  {
    rows: [],
    file: "lib/models/connections/connection-profiles-model.ts",
    find: `list.state.peek().kind === "read" && !list.isPartial.peek()`,
    replace: `list.state.peek().kind === "read"`,
    tests: models("connection-profiles-model"),
  },
];
