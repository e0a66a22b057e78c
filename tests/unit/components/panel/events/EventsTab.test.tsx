import { signal } from "@preact/signals";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  click,
  doubleClick,
  find,
  findButton,
  listMenu,
  openMenu,
  perform,
  press,
  submit,
  type,
  words,
} from "../../show.ts";
import { eventTypes } from "../../../../../lib/events/payloads/event-types.ts";
import { now, tenant } from "../../fake-worker.ts";
import { showEvents } from "./show-events.tsx";

const usual = (count: number) => Array.from({ length: count }, () => ({}));
const about = (object: Record<string, unknown>) => ({
  data: { object: { user_id: "u1", ...object } },
});

describe("without events", () => {
  test.each([
    [
      { tenant: undefined, credential: undefined },
      "No tenants yet. Add a tenant to see its events.",
    ],
    [{ credential: undefined }, "requires a management credential with the scope read:events"],
    [{}, "Listening. New events"],
    [
      { tenant: { ...tenant, stream: { ...tenant.stream, mode: "paused" as const } } },
      "Paused. New events are fetched when you resume the stream.",
    ],
    [
      {
        stream: { name: "stopped", why: "unauthorized", since: now, message: "Renew it." } as const,
      },
      "No events yet.",
    ],
  ])("with %j it shows “%s”", async (differing, sentence) => {
    const { place } = await showEvents({ activity: differing });
    expect(words(place)).toContain(sentence);
    expect(words(find(place, "footer [role=status]"))).toBe("No events");
  });

  test("a log with only its start shows what will be there, and since when it listens", async () => {
    const { place, rows } = await showEvents({
      events: [],
      batch: { startedFrom: "2026-11-21T08:00:00Z" },
    });
    await expect.poll(() => words(place)).toContain("New events of the tenant appear here.");
    expect(words(place)).toContain("Earlier events are not in the log.");
    expect(find(place, "[role=img]").getAttribute("aria-label")).toContain("Example");
    expect(rows()).toEqual([]);
  });

  test("shows nothing about the log until the log is loaded", async () => {
    const { place } = await showEvents({ openLog: () => new Promise(() => undefined) });
    expect(words(place)).toContain("Loading events…");
    expect(words(find(place, "footer [role=status]"))).toBe("");
    expect(words(find(place, "footer"))).not.toContain("in the last hour");
  });

  test("reports an unreadable setting, and does not report a missing tenant", async () => {
    const { place } = await showEvents({
      activity: {
        tenant: undefined,
        trouble: { code: "damaged-storage", message: "It cannot be read." },
      },
    });
    expect(words(find(place, "[role=alert]"))).toContain("It cannot be read.");
    expect(words(place)).not.toContain("No tenants yet");
  });
});

describe("the list", () => {
  test("of 500 events renders only the rows in view, each with its position", async () => {
    const { rows, expectSoon } = await showEvents({ events: usual(500) });
    await expectSoon(() => words(rows()[0] ?? document.body)).toContain("e500@example.com");
    expect(rows().length).toBeLessThan(40);
    expect(rows()[0]?.getAttribute("aria-setsize")).toBe("500");
    expect(rows()[1]?.getAttribute("aria-posinset")).toBe("2");
  });

  test("of 500 events reads only the rows in view when it is rendered again", async () => {
    const { pressList, models, expectSoon, rows } = await showEvents({ events: usual(500) });
    await expectSoon(() => rows().length).toBeGreaterThan(10);
    const at = vi.spyOn(models.list.rows.value, "at");
    await pressList("ArrowDown");
    expect(at).toHaveBeenCalled();
    expect(at.mock.calls.length).toBeLessThan(150);
  });

  test("shows time, type, subject, source and test mark, and marks a schema mismatch", async () => {
    const { rows } = await showEvents({ events: [{ a0purpose: "test", time: "yesterday" }] });
    const [row] = rows().map(words);
    expect(row).toMatch(/^Nov 2\d \d\d:\d\duser\.createde1@example\.comurn:example:local\.tenant/);
    expect(row).toMatch(/test, does not match its schema$/);
  });

  test.each([
    ["ArrowDown", "event-29"],
    ["ArrowUp", "event-30"],
    ["PageDown", "event-21"],
    ["Home", "event-30"],
    ["End", "event-1"],
  ])("from the newest of 30, %s leads to %s, which is rendered and marked", async (key, target) => {
    const { list, pressList, place } = await showEvents({ events: usual(30) });
    await pressList("Home");
    expect(await pressList(key)).toBe(true);
    expect(list().getAttribute("aria-activedescendant")).toBe(target);
    expect(find(place, "[aria-selected=true]").id).toBe(target);
  });

  test("keeps the selection while new events arrive at the top", async () => {
    const { pressList, list, arrive, rows, expectSoon } = await showEvents({ events: usual(3) });
    await pressList("Home");
    await arrive(usual(1));
    await expectSoon(() => rows()[0]?.id).toBe("event-4");
    expect(list().getAttribute("aria-activedescendant")).toBe("event-3");
  });

  test.each(["Enter", "ArrowRight"])("opens the selected event by %s", async (key) => {
    const { place, pressList } = await showEvents({ events: usual(2) });
    await pressList(key);
    expect(place.querySelector(".event-detail")).toBeNull();
    await pressList("ArrowDown");
    await pressList(key);
    expect(words(find(place, ".event-detail"))).toContain("e2@example.com");
  });

  test("shows foreign content as text", async () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const { place, rows } = await showEvents({
      events: [{ type: hostile, ...about({ email: hostile }) }],
    });
    await click(rows()[0] ?? place);
    expect(place.querySelector("img")).toBeNull();
    expect(words(place)).toContain(hostile);
  });

  test("describes gaps, unreadable messages and the start of the log in their own rows", async () => {
    const { rows, place } = await showEvents({
      events: usual(1),
      batch: {
        startedFrom: "2026-11-21T08:00:00Z",
        marks: [
          { kind: "gap", to: "2026-11-21T08:30:00Z", reason: "expired" },
          { kind: "unreadable", count: 2, code: "json", message: "No JSON.", raw: "data: {" },
        ],
      },
    });
    const lines = rows().map(words);
    expect(lines).toContainEqual(expect.stringContaining("gapThe tenant no longer had"));
    expect(lines).toContainEqual(expect.stringContaining("unreadableNo JSON. (2 in a row)"));
    expect(lines.at(-1)).toContain("Earlier events are not in the log");
    const unreadable = rows().find((row) => words(row).includes("No JSON."));
    await click(unreadable ?? place);
    expect(words(find(place, ".event-detail pre"))).toBe("data: {");
  });
});

describe("the detail", () => {
  test("opens with Enter, follows the arrow keys, and Escape returns to the list", async () => {
    const { place, pressList, list } = await showEvents({ events: usual(3) });
    await pressList("Home");
    expect(place.querySelector(".event-detail")).toBeNull();
    await pressList("Enter");
    expect(words(find(place, ".event-detail"))).toContain("e3@example.com");
    await pressList("ArrowDown");
    expect(words(find(place, ".event-detail"))).toContain("e2@example.com");
    await press(find(place, "[role=tree]"), "Escape");
    expect(place.querySelector(".event-detail")).toBeNull();
    expect(document.activeElement).toBe(list());
  });

  test("takes the place of the list on a double click, until the user shows the list or closes it", async () => {
    const { place, rows, list } = await showEvents({ events: usual(2) });
    const split = () => find(place, ".events-split").classList;
    await doubleClick(() => rows()[1]);
    expect(split().contains("wide")).toBe(true);
    expect(words(find(place, ".event-detail"))).toContain("e1@example.com");
    await click(findButton(place, "Show list"));
    expect(split().contains("wide")).toBe(false);
    await click(findButton(place, "Wide"));
    await click(findButton(place, "Close details"));
    expect(split().contains("alone")).toBe(true);
    expect(document.activeElement).toBe(list());
  });

  test("describes the changes since the previous event about the same user", async () => {
    const { place, rows, expectSoon } = await showEvents({
      events: [about({ nickname: "ada" }), { type: "user.updated", ...about({ nickname: "Ada" }) }],
    });
    await click(rows()[0] ?? place);
    await expectSoon(() => place.querySelectorAll(".event-changes tbody tr").length).toBe(1);
    expect(words(find(place, ".event-changes"))).toContain('nickname"ada""Ada"');
    expect(words(find(place, ".json-line.changed"))).toBe('nickname: "Ada" ≠ was "ada"');
  });

  test("hides secrets until the user reveals them", async () => {
    const { place, rows } = await showEvents({ events: [about({ password: "planted" })] });
    await click(rows()[0] ?? place);
    expect(words(find(place, ".event-detail"))).toContain("Secrets hidden: 1 password.");
    expect(words(place)).not.toContain("planted");
    await click(findButton(place, "Show secrets"));
    expect(words(find(place, "[role=tree]"))).toContain('password: "planted"');
    expect(words(place)).toContain("Secrets shown; copies omit them");
  });

  test("of a damaged event names the missing fields, and invents no time", async () => {
    const damaged = {
      tenantId: tenant.id,
      sequence: 1,
      id: "damaged:1",
      type: "unknown",
      storedAt: 0,
      envelope: { sequence: 1, type: 7 },
      malformed: true,
      problems: [],
      damage: ["id", "type", "envelope", "malformed", "storedAt"],
    };
    const { place, rows } = await showEvents({
      events: usual(1),
      activity: { events: [damaged] },
    });
    const [row] = rows();
    expect(words(row ?? place)).toBe("unknownunknowndamaged on this device");
    await click(row ?? place);
    const detail = words(find(place, ".event-detail"));
    expect(detail).toContain("This event is damaged on this device.");
    expect(detail).toContain("Missing or unreadable: id, type, payload, time of arrival.");
    expect(detail).not.toContain("stored unchanged");
    expect(words(place)).not.toMatch(/1970|00:00:00|damaged:1/);
    await click(findButton(place, "Resume from…"));
    expect(find(place, "input[value=event]")).toHaveProperty("disabled", true);
  });

  test("of an event that fails to render does not affect the list", async () => {
    const { place, rows, models } = await showEvents({ events: usual(2) });
    const broken = models.list.cached.value.held.get(2);
    if (broken === undefined) throw new Error("The event is not read.");
    Object.defineProperty(broken, "source", {
      get() {
        throw new Error("a planted mistake");
      },
    });
    await models.list.loadEvents([]);
    await click(rows()[0] ?? place);
    expect(words(place)).toContain("could not be shown");
    expect(rows()).toHaveLength(2);
    await click(rows()[1] ?? place);
    expect(words(find(place, ".event-detail"))).toContain("e1@example.com");
  });
});

describe("the filter", () => {
  test("gets the focus with /, and hides other events", async () => {
    const { place, pressList, rows, expectSoon } = await showEvents({
      events: [about({ email: "ada@example.com" }), about({ email: "bob@example.com" })],
    });
    expect(await pressList("/")).toBe(true);
    const field = find(place, "#events-filter");
    expect(document.activeElement).toBe(field);
    if (!(field instanceof HTMLInputElement)) throw new Error("The filter is no field.");
    await type(field, "ada");
    await expectSoon(() => rows().length).toBe(1);
    expect(words(find(place, "footer [role=status]"))).toBe("1 of 2 events shown, newest first");
    expect(await press(field, "/")).toBe(false);
  });

  test("gets a term that hides a type from the menu of an event", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    onTestFinished(() => write.mockRestore());
    const { place, rows, list, expectSoon } = await showEvents({
      events: [{ type: "user.created" }, { type: "user.deleted" }],
    });
    await openMenu(rows()[0] ?? place);
    expect(listMenu(place)).toEqual([
      "Open in a wide view",
      "Copy id",
      "Copy as JSON",
      "Hide user.deleted",
    ]);
    await click(findButton(place, "Copy id"));
    expect(write.mock.calls).toEqual([["e2"]]);
    await openMenu(list(), "key");
    await click(findButton(place, "Hide user.deleted"));
    await expectSoon(() => rows().map(words).join(" ")).toMatch(/^(?!.*deleted).*created/u);
    expect(find(place, "#events-filter")).toHaveProperty("value", "-user.deleted");
  });

  test("copies an event as JSON without its secrets", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    onTestFinished(() => write.mockRestore());
    const { place, rows } = await showEvents({
      events: [about({ email: "ada@example.com", password: "secret-of-ada-5512" })],
    });
    await openMenu(rows()[0] ?? place);
    await click(findButton(place, "Copy as JSON"));
    const text = write.mock.calls[0]?.[0] ?? "";
    expect(JSON.parse(text)).toMatchObject({ data: { object: { email: "ada@example.com" } } });
    expect(text).not.toContain("secret-of-ada-5512");
  });

  test("without a match is reported, and can be cleared", async () => {
    const { place, list, rows, expectSoon } = await showEvents({
      events: usual(2),
      batch: { startedFrom: "2026-11-21T08:00:00Z" },
    });
    await perform(() => list);
    const field = find(place, "#events-filter");
    if (!(field instanceof HTMLInputElement)) throw new Error("The filter is no field.");
    await type(field, "nobody");
    await expectSoon(() => words(place)).toContain("No events match the filter (2 hidden).");
    await click(findButton(place, "Clear filter"));
    await expectSoon(() => rows().length).toBe(3);
    await type(field, "nobody");
    await expectSoon(() => rows().length).toBe(0);
    expect(await press(field, "Escape")).toBe(true);
    await expectSoon(() => rows().length).toBe(3);
    expect(await press(field, "Escape")).toBe(false);
  });

  test("that is invalid shows the problem at its field", async () => {
    const { place } = await showEvents({ events: usual(1) });
    const field = find(place, "#events-filter");
    if (!(field instanceof HTMLInputElement)) throw new Error("The filter is no field.");
    await type(field, "/(/");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(words(find(place, ".bar-notes .problem"))).not.toBe("");
  });

  test("highlights its matches in the list and in an open event until it is cleared", async () => {
    const { place, rows, expectSoon, highlighted } = await showEvents({
      events: [about({ email: "ada@example.com" }), about({ email: "bob@example.com" })],
    });
    const field = find(place, "#events-filter");
    if (!(field instanceof HTMLInputElement)) throw new Error("The filter is no field.");
    await type(field, "Ada -bob");
    await expectSoon(highlighted).toEqual(["ada"]);
    await type(field, "/ada@../");
    await expectSoon(highlighted).toEqual(["ada@ex"]);
    await click(rows()[0] ?? place);
    await expectSoon(highlighted).toEqual(["ada@ex", "ada@ex"]);
    await click(findButton(place, "Close details"));
    await type(field, "");
    await expectSoon(highlighted).toEqual([]);
  });

  test("by chips shows a family, or single types", async () => {
    const { place, rows, expectSoon } = await showEvents({
      events: [{ type: "user.created" }, { type: "group.created" }, { type: "group.deleted" }],
    });
    await click(findButton(place, "group"));
    await expectSoon(() => rows().length).toBe(2);
    expect(findButton(place, "group").getAttribute("aria-pressed")).toBe("true");
    const groupTypes = eventTypes.filter((one) => one.startsWith("group."));
    await click(findButton(place, `types (${groupTypes.length}) ▾`));
    await click(findButton(place, "group.deleted"));
    await expectSoon(() => rows().length).toBe(1);
  });

  test("since a time is a chip that can be removed", async () => {
    const { place, models, rows, expectSoon, arrive } = await showEvents({
      events: usual(2),
      batch: { at: now - 5 },
    });
    await arrive(usual(1), { at: now });
    await perform(() => models.list.showSince(now, "this run"));
    await expectSoon(() => rows().length).toBe(1);
    await click(findButton(place, "Remove the filter since this run"));
    await expectSoon(() => rows().length).toBe(3);
  });
});

describe("the stream", () => {
  test("shows the message of an interrupted stream above the events", async () => {
    const { place, rows } = await showEvents({
      events: usual(1),
      activity: {
        stream: {
          name: "waiting",
          since: now,
          until: now + 5_000,
          why: "network",
          message: "Could not reach the tenant.",
        },
      },
    });
    expect(words(find(place, ".notice"))).toContain("Could not reach the tenant.");
    expect(rows()).toHaveLength(1);
  });

  test.each([
    ["a missing permission", false, "forbidden", "tenant"],
    ["a rejected credential", true, "unauthorized", "credential"],
    ["a missing scope", true, "insufficient-scope", "credential"],
  ] as const)("stopped by %s links to its remedy", async (_what, isPermitted, why, part) => {
    const message = "It is stopped.";
    const { place, worker } = await showEvents({
      events: usual(1),
      activity: { isPermitted, stream: { name: "stopped", since: now, why, message } },
    });
    worker.answer("options.open", {});
    await click(findButton(place, "Open options"));
    expect(worker.sent.at(-1)).toEqual({
      command: "options.open",
      request: { at: { tenantId: tenant.id, part } },
    });
  });

  test("that waits for a passphrase is reported above the events, with a link to the credential", async () => {
    const message = "The credential is locked. Enter its passphrase to resume the stream.";
    const { place, worker, rows } = await showEvents({
      events: usual(1),
      activity: {
        credential: {
          kind: "client_credentials",
          scopes: [],
          remembering: "passphrase",
          isLocked: true,
        },
        stream: { name: "stopped", since: now, why: "not-started", message },
      },
    });
    expect(words(find(place, ".notice"))).toContain(message);
    expect(rows()).toHaveLength(1);
    worker.answer("options.open", {});
    await click(findButton(place, "Open options"));
    expect(worker.sent.at(-1)).toEqual({
      command: "options.open",
      request: { at: { tenantId: tenant.id, part: "credential" } },
    });
  });

  test("without a credential is reported above the stored events", async () => {
    const { place, rows } = await showEvents({
      events: usual(1),
      activity: {
        credential: undefined,
        stream: { name: "stopped", since: now, why: "not-started", message: "" },
      },
    });
    expect(words(find(place, ".notice"))).toContain("requires a management credential");
    expect(rows()).toHaveLength(1);
  });

  test("marks the shown events as seen", async () => {
    const { worker } = await showEvents({ events: usual(7), activity: { unread: 2 } });
    expect(worker.sent).toEqual([
      { command: "events.mark-viewed", request: { tenantId: tenant.id, through: 7 } },
    ]);
  });

  test("marks events behind another panel or tab as seen once this panel is in view again", async () => {
    const isInView = signal(false);
    const { worker } = await showEvents({ events: usual(7), activity: { unread: 2 }, isInView });
    expect(worker.sent).toEqual([]);
    await perform(() => {
      isInView.value = true;
    });
    expect(worker.sent).toMatchObject([{ command: "events.mark-viewed" }]);
  });

  test("shows its use of the plan, and the number of events of the last hour", async () => {
    const { place, expectSoon } = await showEvents({ events: usual(3) });
    expect(words(find(place, "footer"))).toContain("uses 1 of your plan's streams");
    await expectSoon(() => words(find(place, ".histogram"))).toBe(
      "3 in the last hour, peak 3 per minute (now)",
    );
  });

  test("is paused with a click, and the button then resumes it", async () => {
    const { place, worker, tell } = await showEvents({ events: usual(1) });
    worker.answer("stream.configure", {});
    await click(findButton(place, "Pause"));
    expect(worker.sent.at(-1)).toMatchObject({
      command: "stream.configure",
      request: { tenantId: tenant.id, preferences: { mode: "paused" } },
    });
    await perform(() =>
      tell({ tenant: { ...tenant, stream: { ...tenant.stream, mode: "paused" } } }),
    );
    await click(findButton(place, "Resume"));
    expect(worker.sent.at(-1)).toMatchObject({ request: { preferences: { mode: "always" } } });
  });

  test("resumes from the opened event, and not from a missing cursor", async () => {
    const { place, worker, rows } = await showEvents({ events: usual(2) });
    worker.answer("stream.resume-from", {});
    await click(rows()[1] ?? place);
    await click(findButton(place, "Resume from…"));
    await submit(find(place, "form[aria-label='Resume from']").parentElement ?? place);
    expect(worker.sent.at(-1)).toEqual({
      command: "stream.resume-from",
      request: { tenantId: tenant.id, from: { kind: "event", id: "e1" } },
    });
    expect(place.querySelector("form[aria-label='Resume from']")).toBeNull();
    await click(findButton(place, "Resume from…"));
    await click(find(place, "input[value=cursor]"));
    await submit(place);
    expect(words(find(place, "form .problem"))).toContain("Enter the cursor");
  });
});

test("an export lists its removals, and saves on a second click", async () => {
  const { place, saved, expectSoon } = await showEvents({
    events: [about({ password: "planted-1" }), about({ client_secret: "planted-2" })],
  });
  await click(findButton(place, "Export…"));
  await submit(place);
  await expectSoon(() => words(find(place, "form .notice"))).toContain(
    "Removed 2 secrets in 2 places",
  );
  expect(words(find(place, "form .notice"))).toContain("password: 1 place");
  expect(saved).toEqual([]);
  await click(findButton(place, "Save file"));
  expect(saved).toHaveLength(1);
  expect(saved[0]?.text).not.toContain("planted");
  expect(words(find(place, "form .notice"))).toContain("2 events saved.");
});

describe("Clear", () => {
  test("hides the listed events, keeps showing new ones, and shows all again when it is undone", async () => {
    const { place, rows, expectSoon, arrive, models } = await showEvents({ events: usual(3) });
    await click(rows()[0] ?? place);
    await click(findButton(place, "Clear"));
    await expectSoon(() => words(find(place, ".empty"))).toMatch(
      /^No events since .+\. Earlier events are hidden\.Show all$/,
    );
    expect(models.list.isOpen.value).toBe(false);
    await arrive(usual(1));
    await expectSoon(() => rows().map(({ id }) => id)).toEqual(["event-4"]);
    await click(find(place, ".bar-notes .chip"));
    await expectSoon(() => rows().length).toBe(4);
  });

  test("ends with the log whose events it hid", async () => {
    const { place, rows, expectSoon, tell, models } = await showEvents({ events: usual(3) });
    await click(findButton(place, "Clear"));
    await expectSoon(() => rows().length).toBe(0);
    await perform(() => tell({ tenant: { ...tenant, id: "https://other.example" }, events: [] }));
    await expectSoon(() => models.list.filter.since.value).toBeUndefined();
  });
});

test("a type that is too long keeps its last part", async () => {
  const { rows } = await showEvents({ events: [{ type: "organization.member.role.assigned" }] });
  const type = find(rows()[0] ?? document.body, ".event-type");
  expect([...type.children].map(words)).toEqual(["organization.member.role", ".assigned"]);
  expect(type.title).toBe("organization.member.role.assigned");
});

test("the search bar of DevTools filters the list and moves through it", async () => {
  const { place, rows, expectSoon, searchInDevTools, list } = await showEvents({
    events: [
      about({ email: "ada@example.com" }),
      about({ email: "bob@example.com" }),
      about({ email: "ada@example.com" }),
    ],
  });
  await searchInDevTools({ action: "performSearch", query: "ada" });
  await expectSoon(() => rows().length).toBe(2);
  const chosen = () => list().getAttribute("aria-activedescendant");
  await searchInDevTools({ action: "nextSearchResult" });
  expect(chosen()).toBe("event-3");
  await searchInDevTools({ action: "nextSearchResult" });
  expect(chosen()).toBe("event-1");
  await searchInDevTools({ action: "nextSearchResult" });
  expect(chosen()).toBe("event-3");
  await searchInDevTools({ action: "previousSearchResult" });
  expect(chosen()).toBe("event-1");
  await searchInDevTools({ action: "cancelSearch" });
  await expectSoon(() => rows().length).toBe(3);
  expect(find(place, "#events-filter")).toHaveProperty("value", "");
});

test("no control above the list moves when a filter is invalid or the stream is paused", async () => {
  const { place, worker, tell } = await showEvents({ events: usual(1) });
  worker.answer("stream.configure", {});
  const toolbar = () =>
    [find(place, ".event-filter"), find(place, ".stream-bar")].map((bar) => bar.children.length);
  const before = toolbar();
  const field = find(place, "#events-filter");
  if (!(field instanceof HTMLInputElement)) throw new Error("The filter is no field.");
  await type(field, "/(/");
  await click(findButton(place, "Pause"));
  await perform(() =>
    tell({ tenant: { ...tenant, stream: { ...tenant.stream, mode: "paused" } } }),
  );
  expect(words(find(place, ".bar-notes"))).toContain("Paused. The stream no longer counts");
  expect(toolbar()).toEqual(before);
});
