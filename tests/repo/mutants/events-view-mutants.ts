import type { Mutant } from "./judge-mutants.ts";

const model = (subject: string): string => `tests/unit/lib/models/${subject}.test.ts`;
const view = (subject: string): string => `tests/unit/components/${subject}.test.tsx`;

/** Planted faults in what people see of events. */
export const eventsViewMutants: readonly Mutant[] = [
  {
    rows: [],
    file: "lib/models/events/event-rows.ts",
    find: `b.number - a.number`,
    replace: `a.number - b.number`,
    tests: [model("events/event-rows")],
  },
  {
    rows: [],
    file: "lib/models/events/event-matches.ts",
    find: `matches?.(event) ?? true`,
    replace: `true`,
    tests: [model("events/events-model")],
  },
  {
    rows: [],
    file: "lib/models/events/export-model.ts",
    find: `...(isAll ? {} : { matches: shown.matches }),`,
    replace: `...(isAll ? {} : {}),`,
    tests: [model("events/export-model")],
  },
  {
    rows: [],
    file: "lib/models/events/event-detail-model.ts",
    find: `masked: view(envelope, before)`,
    replace: `masked: view(event.envelope, previous)`,
    tests: [model("events/event-detail-model")],
  },
  {
    rows: [],
    file: "lib/models/stream/stream-control-model.ts",
    find: `before.get(tenant.id) ?? "always"`,
    replace: `"always"`,
    tests: [model("stream/stream-control-model")],
  },
  {
    rows: [],
    file: "lib/models/stream/stream-preferences-model.ts",
    find: `edited.value.get(port.tenant.value?.id ?? "")`,
    replace: `[...edited.value.values()].at(-1)`,
    tests: [model("stream/stream-preferences-model")],
  },
  {
    rows: [],
    file: "lib/models/events/event-page-model.ts",
    find: `    void told.value;`,
    replace: `    void port.tenants.value;`,
    tests: [model("events/event-page-model")],
  },
  {
    rows: [],
    file: "lib/models/events/event-detail-model.ts",
    find: `if (state.peek().kind === "none") state.value`,
    replace: `state.value`,
    tests: [model("events/event-page-model")],
  },
  {
    rows: [],
    file: "lib/models/events/event-cache.ts",
    find: `if (!inView.has(sequence)) held.delete(sequence);`,
    replace: `if (inView.has(sequence)) held.delete(sequence);`,
    tests: [model("events/events-model")],
  },
  {
    rows: [],
    file: "lib/models/events/events-model.ts",
    find: `if (lastSequence < bounds.peek().last) startAnew();`,
    replace: ``,
    tests: [model("events/events-model")],
  },
  {
    rows: [],
    file: "lib/models/events/events-model.ts",
    find: `if (own !== reading) return;`,
    replace: ``,
    tests: [model("events/events-model")],
  },
  {
    rows: [],
    file: "lib/models/tenants/repair-model.ts",
    find: `failed: "store-again",`,
    replace: ``,
    tests: [model("tenants/repair-model")],
  },
  {
    rows: [],
    file: "components/shared/Arrival.tsx",
    find: `event.damage?.includes("storedAt") !== true`,
    replace: `event.storedAt >= 0`,
    tests: [view("panel/events/EventsTab")],
  },
  {
    rows: [],
    file: "lib/models/events/events-model.ts",
    find: `        void refresh();
        tick();`,
    replace: `        tick();`,
    tests: [model("events/last-hour")],
  },
  {
    rows: [],
    file: "lib/models/events/export-model.ts",
    find: `afterSequence >= after`,
    replace: `afterSequence >= 0`,
    tests: [model("events/export-model")],
  },
  {
    rows: [],
    file: "components/panel/events/Histogram.tsx",
    find: `const height = count === 0`,
    replace: `const height = count !== -1`,
    tests: [view("panel/events/Histogram")],
  },
  {
    rows: [],
    file: "components/panel/events/ExportForm.tsx",
    find: `<button type="button" class="button primary" onClick={write}>`,
    replace: `<button type="submit" class="button primary">`,
    tests: [view("panel/events/ExportForm")],
  },
  {
    rows: [],
    file: "components/panel/events/EventDetail.tsx",
    find: `useState(false)`,
    replace: `useState(true)`,
    tests: [view("panel/events/EventsTab")],
  },
  {
    rows: [],
    file: "components/panel/events/EventsPane.tsx",
    find: `rows.eventCount === 0 && list.isFiltered.value`,
    replace: `rows.count === 0 && list.isFiltered.value`,
    tests: [view("panel/events/EventsTab")],
  },
  {
    rows: [],
    file: "components/panel/events/EventsTab.tsx",
    find: `return credential.isLocked ? streamMessage.value : undefined;`,
    replace: `return undefined;`,
    tests: [view("panel/events/EventsTab")],
  },
];
