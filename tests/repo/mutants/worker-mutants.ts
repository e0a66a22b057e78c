import type { Mutant } from "./judge-mutants.ts";

const tests = (...subjects: string[]): string[] =>
  subjects.map((subject) => `tests/unit/lib/worker/${subject}.test.ts`);

/** Planted faults in the worker's own work. */
export const workerMutants: readonly Mutant[] = [
  {
    rows: [],
    file: "lib/messages/judge-sender.ts",
    find: `sender.tab?.incognito === true`,
    replace: `sender.tab?.incognito === false`,
    tests: ["tests/unit/lib/messages/judge-sender.test.ts"],
  },
  {
    rows: [],
    file: "lib/messages/judge-sender.ts",
    find: `sender.id === own.id && `,
    replace: ``,
    tests: ["tests/unit/lib/messages/judge-sender.test.ts"],
  },
  {
    rows: [],
    file: "lib/worker/event-notifier.ts",
    find: `if (burst.isScheduled) return;`,
    replace: ``,
    tests: tests("event-notifier"),
  },
  {
    rows: [],
    file: "lib/worker/event-notifier.ts",
    find: `now < burst.lastAt || `,
    replace: ``,
    tests: tests("event-notifier"),
  },
  {
    rows: [],
    file: "lib/worker/quiet-hours.ts",
    find: `moment.getHours() * 60`,
    replace: `moment.getUTCHours() * 60`,
    tests: tests("quiet-hours"),
  },
  {
    rows: [],
    file: "lib/worker/tenant-stream.ts",
    find: "      withLock: ports.withLock,\n",
    replace: "",
    tests: tests("waking"),
  },
  {
    rows: [],
    file: "lib/worker/tenant-stream.ts",
    find: 'if (state.name === "listening") this.#options.ports.stayAwake()',
    replace: 'if (state.name === "connecting") this.#options.ports.stayAwake()',
    tests: tests("waking"),
  },
  {
    rows: [],
    file: "lib/worker/tenant-stream.ts",
    find: "      await this.#gate.forget();\n",
    replace: "",
    tests: tests("restarts"),
  },
  {
    rows: [],
    file: "lib/worker/tenant-stream.ts",
    find: "    await this.#gate.expedite(by);\n",
    replace: "",
    tests: tests("restarts"),
  },
  {
    rows: [],
    file: "lib/worker/unread-counter.ts",
    find: `const unread = await log.unreadCount(tenant.id);`,
    replace: `const unread = Infinity;`,
    tests: tests("following"),
  },
  {
    rows: [],
    file: "lib/worker/unread-badge.ts",
    find: `Math.min(Math.max(0, shownAt + showEveryMs - clock.now()), showEveryMs)`,
    replace: `Math.max(0, shownAt + showEveryMs - clock.now())`,
    tests: tests("unread-badge"),
  },
  {
    rows: [],
    file: "lib/worker/activity.ts",
    find: "if (tenant.id === tenants.selectedId)",
    replace: 'if (tenant.id !== "")',
    tests: tests("create-inspector"),
  },
  {
    rows: [],
    file: "lib/worker/activity.ts",
    find: "counts.reduce((sum, count) => sum + count, 0)",
    replace: "counts[0] ?? 0",
    tests: tests("several-tenants"),
  },
  {
    rows: [],
    file: "lib/worker/log-retention.ts",
    find: "maxAgeMs: keep.days * dayMs",
    replace: "maxAgeMs: 30 * dayMs",
    tests: tests("several-tenants"),
  },
  {
    rows: [],
    file: "lib/worker/tenant-streams.ts",
    find: "if (activity.hasPages) return wake();",
    replace: "if (activity.hasPages) await 0;",
    tests: tests("waking"),
  },
  {
    rows: [],
    file: "lib/worker/create-inspector.ts",
    find: "if ((await retention.trimDaily()) > 0)",
    replace: "if (0 > 1)",
    tests: tests("following"),
  },
];
