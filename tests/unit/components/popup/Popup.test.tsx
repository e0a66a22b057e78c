import { describe, expect, test } from "vitest";
import { ConnectionProfiles } from "../../../../components/popup/connections/ConnectionProfiles.tsx";
import { Popup, type LazyParts } from "../../../../components/popup/Popup.tsx";
import { bindEventsSince } from "../../../../components/shared/EventsSince.tsx";
import type { CredentialSummary } from "../../../../lib/messages/credential.ts";
import type { ConnectionDraft } from "../../../../lib/models/connections/connection-draft.ts";
import { ConnectionProfilesModel } from "../../../../lib/models/connections/connection-profiles-model.ts";
import { PopupModel, type PopupTab } from "../../../../lib/models/popup-model.ts";
import { UpdateModel } from "../../../../lib/models/update-model.ts";
import { UnlockModel } from "../../../../lib/models/tenants/unlock-model.ts";
import { createMemoryDraft } from "../../lib/models/memory-draft.ts";
import { ActivityModel } from "../../../../lib/models/activity-model.ts";
import {
  createFakeWorker,
  inUse,
  makeEvent,
  now,
  openActivity,
  tenant,
  tenantRef,
  type FakeWorker,
} from "../fake-worker.ts";
import { click, describe as describeControl, find, findButton, findField } from "../show.ts";
import { insertText, perform, press, show, submit, type, words } from "../show.ts";
import { legacy, makeExchangeModels } from "./exchange/stage-exchange.tsx";

type Opened = Pick<ReturnType<typeof openActivity>, "activity" | "tell" | "endWorker">;

/** A worker that has not published anything. */
function openUnheard({ send }: FakeWorker): Opened {
  let deliver: (message: unknown) => void = () => undefined;
  let end: () => void = () => undefined;
  const activity = new ActivityModel({
    send,
    now: () => now,
    schedule: () => () => undefined,
    connect: () => ({
      post: () => undefined,
      onMessage: (listener) => {
        deliver = listener;
      },
      onDisconnect: (listener) => {
        end = listener;
      },
      disconnect: () => undefined,
    }),
  });
  const body = { tenants: [inUse], selectedId: tenant.id, events: [], marks: [] };
  return {
    activity,
    tell: (differing) => deliver({ kind: "snapshot", number: 0, body: { ...body, ...differing } }),
    endWorker: () => end(),
  };
}

async function showPopup(
  differing: Parameters<typeof openActivity>[0] = {},
  open: (worker: FakeWorker) => Opened = (worker) => openActivity(differing, worker),
) {
  const worker = createFakeWorker();
  worker.answer("events.mark-viewed", {});
  worker.answer("token-exchange-profile.list", { profiles: [legacy] });
  worker.answer("connection-profile.list", { profiles: [{ id: "cop_1" }, { id: "cop_2" }] });
  const { activity, tell, endWorker } = open(worker);
  const { confirmation, exchange } = makeExchangeModels(worker);
  const { send } = worker;
  let isOnline = true;
  let tellNetwork: () => void = () => undefined;
  const popup = new PopupModel({
    view: createMemoryDraft<{ tab: PopupTab }>(),
    rateLimit: activity.rateLimit,
    now: activity.now,
    connection: {
      isOnline: () => isOnline,
      onChange(listener) {
        tellNetwork = listener;
        return () => undefined;
      },
    },
  });
  const late: LazyParts = {
    run: exchange.run,
    exchangeFilter: exchange.filter,
    connections: new ConnectionProfilesModel({
      send,
      confirm: confirmation,
      tenant: activity.tenant,
      drafts: createMemoryDraft<ConnectionDraft[]>(),
      now: () => now,
    }),
    ConnectionsView: ConnectionProfiles,
    Since: bindEventsSince(activity),
  };
  const loadLazyParts = () => Promise.resolve(late);
  const place = await show(
    <Popup
      popup={popup}
      activity={activity}
      confirmation={confirmation}
      unlock={new UnlockModel({ send })}
      update={new UpdateModel({ send, activity })}
      exchange={exchange}
      loadLazyParts={loadLazyParts}
    />,
  );
  // The requests that follow the first render have been sent by then.
  await perform(() => undefined);
  const setOnline = (next: boolean) =>
    perform(() => {
      isOnline = next;
      tellNetwork();
    });
  const sentOf = (command: string) =>
    worker.sent.filter((one) => one.command === command).map(({ request }) => request);
  return { place, worker, sentOf, tell, endWorker, setOnline };
}

const locked: CredentialSummary = {
  kind: "client_credentials",
  scopes: [],
  remembering: "passphrase",
  isLocked: true,
};

describe("obstacles", () => {
  test.each([
    [
      { tenant: undefined },
      "No tenants yet. Add a tenant to manage its profiles.",
      "Try the sandbox",
    ],
    [
      { credential: undefined },
      "Profiles require a management credential. Add one for local.",
      "Open options",
    ],
    [{ isPermitted: false }, "extension has no access to http://localhost:4400", "Open options"],
    [{ credential: locked }, "The credential of local is locked", "Unlock"],
  ])("with %j it shows “%s” and offers “%s”", async (differing, sentence, button) => {
    const { place, sentOf } = await showPopup(differing);
    expect(words(place)).toContain(sentence);
    expect(findButton(place, button).disabled).toBe(false);
    expect(place.querySelector("[role=tablist]")).toBeNull();
    expect(sentOf("token-exchange-profile.list")).toEqual([]);
  });

  test.each([
    [{ credential: undefined }, "credential"],
    [{ isPermitted: false }, "tenant"],
  ])(
    "with %j the button opens the section “%s” of the options at the tenant",
    async (differing, part) => {
      const { place, worker, sentOf } = await showPopup(differing);
      worker.answer("options.open", {});
      await click(findButton(place, "Open options"));
      expect(sentOf("options.open")).toEqual([{ at: { tenantId: tenant.id, part } }]);
    },
  );

  test("reports an unreadable setting, without a tenant and without a credential", async () => {
    const { place } = await showPopup({
      tenant: undefined,
      trouble: { code: "damaged-storage", message: "The stored setting cannot be read." },
    });
    expect(words(find(place, "[role=alert]"))).toContain("The stored setting cannot be read.");
    expect(words(place)).not.toContain("No tenants yet");
  });

  test("reports a worker that never responded, and keeps the form usable", async () => {
    const { place, endWorker } = await showPopup({}, openUnheard);
    expect(words(place)).toContain("Connecting to the background worker…");
    await perform(endWorker);
    const notice = find(place, "[role=alert]");
    expect(words(notice)).toContain("The background worker does not respond.");
    // Below the tabs, which must not move from under the pointer.
    expect(find(place, "[role=tablist]").compareDocumentPosition(notice)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await click(findButton(place, "New profile"));
    expect(findField(place, "Action ID").disabled).toBe(false);
  });

  test("reports a stopped worker in the header, and keeps the known data", async () => {
    const { place, endWorker } = await showPopup();
    await perform(endWorker);
    expect(words(place)).toContain("reconnecting to the worker…");
    expect(words(place)).toContain("Legacy");
  });

  test("keeps input and focus when the worker responds after the first input", async () => {
    const { place, tell } = await showPopup({}, openUnheard);
    await click(findButton(place, "New profile"));
    const field = findField(place, "Action ID");
    await type(field, "act_7");
    field.focus();
    expect(findButton(place, "Create profile").disabled).toBe(true);
    await perform(() => tell({}));
    await perform(() => undefined);
    expect(findField(place, "Action ID")).toBe(field);
    expect(field.value).toBe("act_7");
    expect(document.activeElement).toBe(field);
    expect(findButton(place, "Create profile").disabled).toBe(false);
  });

  test("reports a missing network while it lasts, and keeps the input", async () => {
    const { place, setOnline } = await showPopup();
    await click(findButton(place, "New profile"));
    await type(findField(place, "Action ID"), "act_7");
    await setOnline(false);
    expect(words(place)).toContain("This device is offline.");
    expect(findField(place, "Action ID").value).toBe("act_7");
    await setOnline(true);
    expect(words(place)).not.toContain("This device is offline.");
  });
});

test("rejects a paste over 1 MB", async () => {
  const { place } = await showPopup();
  await click(findButton(place, "New profile"));
  expect(await insertText(findField(place, "Action ID"), 2_000_000)).toBe(true);
  expect(words(place)).toContain("the limit is 1 MB");
});

describe("a permission that is revoked during an edit", () => {
  const revoked = { tenants: [{ ...inUse, isPermitted: false }] };

  test("replaces the form of a new profile, which returns with its input once access is granted", async () => {
    const { place, tell } = await showPopup();
    await click(findButton(place, "New profile"));
    await type(findField(place, "Action ID"), "act_7");
    await perform(() => tell(revoked));
    expect(words(place)).toContain("Your unsent input is kept.");
    expect(words(place)).not.toContain("Create profile");
    await perform(() => tell({}));
    await perform(() => undefined);
    expect(findField(place, "Action ID").value).toBe("act_7");
  });

  test("replaces the form of a connection profile, which returns with its input", async () => {
    const { place, tell } = await showPopup();
    await click(findButton(place, "Connections (2)"));
    const [row] = place.querySelectorAll<HTMLElement>("button.row");
    await click(row ?? place);
    await type(findField(place, "Name"), "staff");
    await perform(() => tell(revoked));
    expect(words(place)).toContain("Your unsent input is kept.");
    await perform(() => tell({}));
    await perform(() => undefined);
    expect(findField(place, "Name").value).toBe("staff");
  });
});

describe("a locked credential", () => {
  test("is unlocked in the popup, and the profiles are loaded", async () => {
    const { place, worker, sentOf, tell } = await showPopup({ credential: locked });
    expect(document.activeElement).toBe(findField(place, "Passphrase"));
    worker.answer("credential.unlock", { ...locked, isLocked: false });
    await type(findField(place, "Passphrase"), "open sesame");
    await submit(place);
    const request = { tenantId: tenant.id, passphrase: "open sesame" };
    expect(sentOf("credential.unlock")).toEqual([request]);
    await perform(() => tell({}));
    await perform(() => undefined);
    expect(words(find(place, ".profile"))).toContain("Legacy");
  });

  test("reports a wrong passphrase at its field", async () => {
    const { place, worker } = await showPopup({ credential: locked });
    const message = "This is not the passphrase.";
    worker.refuse("credential.unlock", { code: "wrong-passphrase", message });
    await type(findField(place, "Passphrase"), "open barley");
    await submit(place);
    expect(describeControl(findField(place, "Passphrase"))).toContain(message);
  });
});

describe("a tenant with a credential", () => {
  test("shows the profiles of both kinds with their counts", async () => {
    const { place } = await showPopup();
    expect([...place.querySelectorAll("[role=tab]")].map(words)).toEqual([
      "Token exchange (1)",
      "Connections (2)",
    ]);
    await click(find(place, "#tab-connections"));
    expect(words(find(place, "[role=tabpanel]"))).toContain("cop_1");
  });

  test("counts the events since a change, and links to them", async () => {
    const { place, worker, tell } = await showPopup();
    worker.answer("token-exchange-profile.update", { ...legacy, name: "Renamed" });
    await click(findButton(place, "Rename Legacy"));
    await type(findField(place, "New name"), "Renamed");
    await submit(place);
    expect(words(find(place, ".events-since"))).toBe("No events since this change.");
    await perform(() => tell({ events: [makeEvent(2, { storedAt: now + 1 })] }));
    expect(words(find(place, ".events-since"))).toBe("1 event since this change");
    expect(find(place, ".events-since a").getAttribute("href")).toContain(
      `/event.html#since/${tenantRef}/${now}`,
    );
  });

  test("keeps the focus on a tab that the arrow keys select while a form is open below", async () => {
    const { place } = await showPopup();
    await click(findButton(place, "New profile"));
    const tab = find(place, "#tab-exchange");
    tab.focus();
    await press(tab, "ArrowRight");
    await press(find(place, "#tab-connections"), "ArrowLeft");
    expect(findField(place, "Action ID")).toBeDefined();
    expect(document.activeElement).toBe(find(place, "#tab-exchange"));
  });

  test("shows its name, its colour and its read-only mark", async () => {
    const acme = { ...tenant, name: "Acme production", colour: "red", isReadOnly: true } as const;
    const { place } = await showPopup({ tenant: acme });
    expect(find(place, ".swatch").className).toContain("red");
    expect(words(find(place, ".tenant-switch .read-only"))).toBe("read-only");
  });

  test("is replaced by another one in the tenant switch, whose profiles are loaded at once", async () => {
    const other = { ...tenant, id: "https://b.example", origin: "https://b.example", name: "b" };
    const tenants = [inUse, { ...inUse, tenant: other }];
    const { place, worker, sentOf, tell } = await showPopup({ tenants });
    worker.answer("tenant.select", {});
    const choice = find(place, "select");
    await perform(() => {
      if (choice instanceof HTMLSelectElement) choice.value = other.id;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(sentOf("tenant.select")).toEqual([{ tenantId: other.id }]);
    await perform(() => tell({ tenants, selectedId: other.id }));
    expect(sentOf("token-exchange-profile.list")).toEqual([
      { tenantId: tenant.id },
      { tenantId: other.id },
    ]);
    expect(sentOf("connection-profile.list")).toHaveLength(2);
  });

  test("is named in the header until another one is shown, also if the selection fails", async () => {
    const other = { ...tenant, id: "https://b.example", origin: "https://b.example", name: "b" };
    const tenants = [inUse, { ...inUse, tenant: other }];
    const { place, worker } = await showPopup({ tenants });
    worker.refuse("tenant.select", { code: "damaged-storage", message: "It was not stored." });
    const choice = find(place, "select");
    if (!(choice instanceof HTMLSelectElement)) throw new Error("There is no choice.");
    await perform(() => {
      choice.value = other.id;
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(words(find(place, "[role=alert]"))).toContain("It was not stored.");
    expect(choice.value).toBe(tenant.id);
  });

  test("cancels its open question when another one is shown, also one without a credential", async () => {
    const other = { ...tenant, id: "https://b.example", origin: "https://b.example", name: "b" };
    const { credential: _, ...without } = inUse;
    const tenants = [inUse, { ...without, tenant: other }];
    const { place, tell, sentOf } = await showPopup({ tenants });
    await click(findButton(place, "Delete Legacy"));
    expect(words(find(place, "dialog"))).toContain("Delete the profile");
    await perform(() => tell({ tenants, selectedId: other.id }));
    expect(words(place)).toContain("require a management credential");
    expect(words(find(place, "dialog"))).toBe("");
    expect(sentOf("token-exchange-profile.delete")).toEqual([]);
  });

  test("shows the remaining requests once they run low", async () => {
    const plenty = await showPopup({ rateLimit: { limit: 10, remaining: 8 } });
    expect(plenty.place.querySelector("meter")).toBeNull();
    const low = await showPopup({ rateLimit: { limit: 10, remaining: 2 } });
    expect(words(find(low.place, ".rate-limit"))).toBe("2 of 10 requests left");
  });
});

describe("the newest events", () => {
  test("are limited to five, and count as seen", async () => {
    const events = [9, 8, 7, 6, 5, 4].map((sequence) => makeEvent(sequence));
    const { place, sentOf } = await showPopup({ events, unread: 6 });
    expect([...place.querySelectorAll(".newest .subject")].map(words)).toEqual(
      [9, 8, 7, 6, 5].map((sequence) => `user-${sequence}@example.com`),
    );
    expect(sentOf("events.mark-viewed")).toEqual([{ tenantId: tenant.id, through: 9 }]);
  });

  test("show the message of a problem of the stream", async () => {
    const { place } = await showPopup({
      stream: {
        name: "stopped",
        since: now,
        why: "unauthorized",
        message: "The tenant refuses the credential.",
      },
    });
    expect(words(find(place, ".newest"))).toContain("The tenant refuses the credential.");
  });
});

test("escapes the hidden characters of a tenant's name", async () => {
  const named = { ...inUse, tenant: { ...tenant, name: "lo\u202Ecal" } };
  const { place } = await showPopup({ tenants: [named] });
  expect(words(place)).toContain(String.raw`lo\u202ecal`);
});
