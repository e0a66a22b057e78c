import type { Mutant } from "./judge-mutants.ts";

const model = (name: string): string[] => [`tests/unit/lib/models/${name}.test.ts`];
const view = (path: string): string[] => [`tests/unit/components/popup/${path}.test.tsx`];

/** Planted faults in the popup's frame and in its part for token exchange profiles. */
export const popupMutants: readonly Mutant[] = [
  {
    rows: [],
    file: "lib/models/confirmation-model.ts",
    find: `if (!asked.tenant.isReadOnly && asked.isFinal !== true)`,
    replace: `if (asked.isFinal !== true)`,
    tests: model("confirmation-model"),
  },
  {
    rows: [],
    file: "lib/models/confirmation-model.ts",
    find: `text.trim() !== asked.tenant.name`,
    replace: `text.trim() === ""`,
    tests: model("confirmation-model"),
  },
  {
    rows: [],
    file: "lib/models/lost-answer.ts",
    find: `management?.isInDoubt === true`,
    replace: `code === "answer-lost"`,
    tests: view("exchange/NewProfile"),
  },
  {
    rows: [],
    file: "lib/models/exchange/exchange-form-model.ts",
    find: `      await keep(at.id, { form: sent, underWay: create });\n`,
    replace: ``,
    tests: model("exchange/exchange-form-model"),
  },
  {
    rows: [],
    file: "lib/models/exchange/exchange-form-model.ts",
    find: `const request = { tenantId: at.id, ...granted, body };`,
    replace: `const request = { tenantId: at.id, body };`,
    tests: model("exchange/exchange-form-model"),
  },
  {
    rows: [],
    file: "lib/models/exchange/exchange-form-model.ts",
    find: `const isFree = !isBusy() && state.peek().kind !== "lost";`,
    replace: `const isFree = !isBusy();`,
    tests: model("exchange/exchange-form-model"),
  },
  {
    rows: [],
    file: "lib/models/exchange/exchange-form-model.ts",
    find: `placeFieldMessages(found.warnings)`,
    replace: `placeFieldMessages(found.ok ? found.warnings : [])`,
    tests: model("exchange/exchange-form-model"),
  },
  {
    rows: [],
    file: "lib/models/exchange/exchange-list-model.ts",
    find: `if (reading !== current) return;`,
    replace: ``,
    tests: model("exchange/exchange-list-model"),
  },
  {
    rows: [],
    file: "lib/models/exchange/exchange-change-model.ts",
    find: `        isFinal: true,\n`,
    replace: ``,
    tests: model("exchange/exchange-change-model"),
  },
  {
    rows: [],
    file: "lib/models/exchange/exchange-run-model.ts",
    find: `        if (own !== current) return;\n`,
    replace: ``,
    tests: model("exchange/exchange-run-model"),
  },
  {
    rows: [],
    file: "lib/models/exchange/issued-response.ts",
    find: `isSecret: !harmless.has(name)`,
    replace: `isSecret: false`,
    tests: model("exchange/issued-response"),
  },
  {
    rows: [],
    file: "lib/models/popup-model.ts",
    find: `return meter?.level === "free" ? undefined : meter;`,
    replace: `return meter;`,
    tests: model("popup-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/unlock-model.ts",
    find: `        passphrase.value = "";\n        wasTried.value = false;\n      });\n    },\n\n    /** Another`,
    replace: `        wasTried.value = false;\n      });\n    },\n\n    /** Another`,
    tests: model("tenants/unlock-model"),
  },
  {
    rows: [],
    file: "components/popup/Popup.tsx",
    find: `if (credential.isLocked)`,
    replace: `if (credential.isLocked && credential.remembering === "device")`,
    tests: view("Popup"),
  },
  {
    rows: [],
    file: "components/popup/exchange/IssuedToken.tsx",
    find: `<Secret name={token.name} value={token.value} />`,
    replace: `<code>{token.value}</code>`,
    tests: view("exchange/RunExchange"),
  },
  {
    rows: [],
    file: "components/popup/confirmation/Confirmation.tsx",
    find: `"input, button[type=button]"`,
    replace: `"input, button"`,
    tests: view("confirmation/Confirmation"),
  },
];
