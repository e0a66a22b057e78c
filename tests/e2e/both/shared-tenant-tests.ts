import { afterAll, beforeAll, expect, test } from "vitest";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { readStoredEventIds } from "../pages/stored-events.ts";

/** A page of the extension, in either browser. */
interface ExtensionPage {
  evaluate(pageFunction: () => Promise<unknown>): Promise<unknown>;
}

/** A browser with a profile of its own, and the options page in its first window. */
export interface ProfileBrowser {
  page: ExtensionPage;
  saveTenant(origin: string, name: string): Promise<void>;
  saveCredential(id: string, secret: string): Promise<void>;
  forgetTenant(name: string): Promise<void>;
  /** Opens the options page at a section in another window of the same profile. */
  openWindow(section: string): Promise<void>;
  /** Resolves to the text of that window's page, once it contains `words`. */
  readWindow(words: string): Promise<string>;
  /** Resolves to the text of the open popup, once it contains `words`. */
  readPopup(words: string): Promise<string>;
  /** Presses "retry now" in the open popup. */
  retry(): Promise<void>;
  close(): Promise<void>;
}

/** Tests two profiles that use one tenant, and two windows of one profile. */
export function proveSharedTenant(openBrowser: () => Promise<ProfileBrowser>): void {
  let tenant: RunningTenant;
  let control: TenantControl;
  let first: ProfileBrowser;
  let second: ProfileBrowser;
  beforeAll(async () => {
    tenant = await startTenant({ port: 0, demoPort: 0 });
    control = new TenantControl(tenant.origin);
    first = await openBrowser();
    second = await openBrowser();
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await tenant?.stop();
  });

  const saveCredential = (browser: ProfileBrowser) =>
    browser.saveCredential(demo.managementClientId, demo.managementClientSecret);

  /** Waits until the browser has stored this many events, and returns all that it has. */
  async function readStored(browser: ProfileBrowser, count: number): Promise<string[]> {
    await waitFor(async () => (await readStoredEventIds(browser.page)).length >= count, {
      what: `${count} stored events`,
    });
    return (await readStoredEventIds(browser.page)).toSorted();
  }

  test("a second window shows at once what the first one saved", async () => {
    await first.saveTenant(tenant.origin, "Saved in the first window");
    await first.openWindow("credential");
    await first.readWindow("Saved in the first window");
    await saveCredential(first);
    await first.readWindow("Forget credential");
    await first.saveTenant(tenant.origin, "Renamed in the first window");
    expect(await first.readWindow("Renamed in the first window")).not.toContain("Saved in");
  });

  test("a second profile is told that the plan's only stream is in use, and gets it once it is free", async () => {
    await control.limit({ eventStreams: 1 });
    await control.untilListened();
    await second.saveTenant(tenant.origin, "In the second profile");
    await saveCredential(second);
    const refused = await second.readPopup("other clients use all streams of the plan");
    expect(refused).toContain("Maximum concurrent event stream connections reached (1).");
    await control.limit({ eventStreams: 2 });
    await second.retry();
    await second.readPopup("listening");
  });

  test("each profile stores each event once", async () => {
    const ids = (await control.emitEvents(3)).toSorted();
    expect(await readStored(first, 3)).toEqual(ids);
    expect(await readStored(second, 3)).toEqual(ids);
  });

  test("forgetting the tenant in one profile leaves the other its tenant, credential and events", async () => {
    const kept = await readStoredEventIds(second.page);
    await first.forgetTenant("Renamed in the first window");
    const ids = await control.emitEvents(1);
    expect(await readStored(second, 4)).toEqual([...kept, ...ids].toSorted());
    expect(await readStoredEventIds(first.page)).toEqual([]);
    expect(await second.readPopup("listening")).toContain("New profile");
  });
}
