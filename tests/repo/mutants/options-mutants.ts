import type { Mutant } from "./judge-mutants.ts";

const tests = (...subjects: string[]): string[] =>
  subjects.map((subject) => `tests/unit/lib/models/${subject}.test.ts`);

/** Planted faults in what the options page does: permissions, secrets, and what is removed. */
export const optionsMutants: readonly Mutant[] = [
  {
    rows: [],
    file: "lib/models/tenants/tenant-form-model.ts",
    find: `      if (await askFor(origins)) await work(origins);`,
    replace: `      if ((await Promise.resolve(), await askFor(origins))) await work(origins);`,
    tests: tests("tenants/tenant-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/tenant-form-model.ts",
    find: `if (details.customOrigin !== undefined) await find(details.customOrigin);`,
    replace: ``,
    tests: tests("tenants/tenant-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/tenant-form-model.ts",
    find: `    if (isTouched.peek() && knows(target.peek())) drafts.set(target.peek(), fields.peek());`,
    replace: `    if (isTouched.peek()) drafts.set(target.peek(), fields.peek());`,
    tests: tests("tenants/tenant-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/tenant-form-model.ts",
    find: `        target.peek() === undefined && (isNewAskedFor.peek() || isTouched.peek());`,
    replace: `        target.peek() === undefined && isTouched.peek();`,
    tests: tests("tenants/tenant-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/tenant-fields.ts",
    find: `customOrigin !== undefined && customOrigin === origin`,
    replace: `customOrigin === ""`,
    tests: tests("tenants/tenant-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/tenant-list-model.ts",
    find: `kind !== "client_credentials" && expiresAt`,
    replace: `expiresAt`,
    tests: tests("tenants/tenant-list-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/tenant-list-model.ts",
    find: `...(tenant.customOrigin === undefined ? [] : [tenant.customOrigin]),`,
    replace: ``,
    tests: tests("tenants/tenant-list-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/credential-form-model.ts",
    find: `port.isPrivate ? "session" : asked.remembering`,
    replace: `asked.remembering`,
    tests: tests("tenants/credential-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/credential-form-model.ts",
    find: `      clientSecret: "",\n`,
    replace: ``,
    tests: tests("tenants/credential-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/credential-form-model.ts",
    find: `        if (own !== current) return;
        if ("failure" in credential) {`,
    replace: `        if ("failure" in credential) {`,
    tests: tests("tenants/credential-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/credential-fields.ts",
    find: `passphrase === passphraseAgain`,
    replace: `passphrase !== ""`,
    tests: tests("tenants/credential-form-model"),
  },
  {
    rows: [],
    file: "lib/models/runs/log-in-user.ts",
    find: `      origin: tenant.origin,`,
    replace: `      origin: tenant.customOrigin ?? tenant.origin,`,
    tests: tests("tenants/credential-form-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/credential-check-model.ts",
    find: `  effect(() => subject.subscribe(reset));`,
    replace: ``,
    tests: tests("tenants/credential-check-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/settings-file-model.ts",
    find: `  if (file.size > largestFile) {`,
    replace: `  if (file.size > 1e9) {`,
    tests: tests("tenants/settings-file-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/settings-file-model.ts",
    find: `  if (parsed.data.version > settingsVersion) {`,
    replace: `  if (parsed.data.version > 99) {`,
    tests: tests("tenants/settings-file-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/repair-model.ts",
    find: `        port.download(file, text);
        await port.send("settings.reset", {});`,
    replace: `        await port.send("settings.reset", {});
        port.download(file, text);`,
    tests: tests("tenants/repair-model"),
  },
  {
    rows: [],
    file: "lib/models/tenants/forget-model.ts",
    find: `        port.wipe();\n`,
    replace: ``,
    tests: tests("tenants/forget-model"),
  },
  {
    rows: [],
    file: "lib/messages/commands.ts",
    find: `return !z.safeParse(sessionOnlySchema, request).success;`,
    replace: `return false;`,
    tests: ["tests/unit/lib/messages/command-channel.test.ts"],
  },
  {
    rows: [],
    file: "lib/messages/command-channel.ts",
    find: `sender.isPrivate && storesOnDevice(command, request)`,
    replace: `false`,
    tests: ["tests/unit/lib/messages/command-channel.test.ts"],
  },
  {
    rows: [],
    file: "lib/messages/tenant.ts",
    find: `"origin" in parsed && parsed.origin === text`,
    replace: `URL.canParse(text)`,
    tests: ["tests/unit/lib/messages/tenant.test.ts"],
  },
  {
    rows: [],
    file: "lib/worker/activity-hub.ts",
    find: `        if (own < told) return;\n`,
    replace: ``,
    tests: ["tests/unit/lib/worker/activity-hub.test.ts"],
  },
  {
    rows: [],
    file: "lib/worker/draft-store.ts",
    find: `draft.tenantId !== tenantId`,
    replace: `draft.tenantId === tenantId`,
    tests: ["tests/unit/lib/worker/command-handlers.test.ts"],
  },
  {
    rows: [],
    file: "lib/worker/credential-commands.ts",
    find: `      await dropOrphan(tenantId);\n`,
    replace: ``,
    tests: ["tests/unit/lib/worker/command-handlers.test.ts"],
  },
  {
    rows: [],
    file: "lib/worker/stream-keeper.ts",
    find: `        if (isOver) return;
        if (subscription`,
    replace: `        if (subscription`,
    tests: ["tests/unit/lib/worker/stream-keeper.test.ts"],
  },
  {
    rows: [],
    file: "lib/models/tenants/tenant-list-model.ts",
    find: `    } else if (asked !== place) {`,
    replace: `    } else {`,
    tests: tests("tenants/tenant-list-model"),
  },
  {
    rows: [],
    file: "components/shared/Field.tsx",
    find: `maxlength: props.maxLength`,
    replace: `maxLength: props.maxLength`,
    tests: ["tests/unit/components/shared/Field.test.tsx"],
  },
];
