import type { Page } from "playwright";
import { expect } from "vitest";
import * as z from "zod/mini";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtAuthLibrary, builtExtension } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { ConnectionProfilesPage } from "../pages/connection-profiles.ts";

const tokenSchema = z.object({ access_token: z.string() });
const profileSchema = z.looseObject({ id: z.string(), name: z.string() });
export type StoredProfile = z.infer<typeof profileSchema>;
const listSchema = z.object({ connection_profiles: z.array(profileSchema) });

/** The planned responses of a route; see the tenant's control interface. */
export interface PlannedAnswer {
  method: "GET" | "PATCH" | "POST";
  /** Below `/api/v2`; by default the path of the profile “workforce”. */
  path?: string;
  times?: number;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delay?: number;
  cut?: number;
}

/** The popup with a running tenant and a management credential, and access to the tenant. */
export interface ConnectionsStage {
  tenant: RunningTenant;
  chromium: OpenedChromium;
  popup: ConnectionProfilesPage;
  /** Closes the popup and opens it again. */
  reopen(): Promise<void>;
  /** Sends a command to the worker, as a page of the extension does. */
  command(name: string, request: object): Promise<unknown>;
  /** Issues an access token for the Management API, with all scopes or the named ones. */
  issueToken(scope?: string): Promise<string>;
  /** Replaces the client's credentials with an access token. */
  useToken(token: string): Promise<void>;
  /** Sets whether changes need the tenant's name, and waits until the popup has the setting. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  /** Reads a profile from the tenant. */
  read(name: string): Promise<StoredProfile>;
  /** Changes a profile through the Management API, as another administrator. */
  change(name: string, patch: object): Promise<void>;
  remove(name: string): Promise<void>;
  create(profile: object): Promise<void>;
  plan(answer: PlannedAnswer): Promise<void>;
  /** Holds the response to the next request of a kind until {@link release}. */
  hold(request: Pick<PlannedAnswer, "method" | "path">): Promise<void>;
  /** Waits until the tenant has received the held request. */
  waitForHeldRequest(): Promise<void>;
  release(): Promise<void>;
  /** Calls the tenant's control interface. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Opens a popup without drafts and outcomes, and waits until it has its lists. */
  forgetEntries(): Promise<void>;
  /** Resets profiles, planned responses and popup, and waits until the popup has its lists. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function openConnectionsStage(): Promise<ConnectionsStage> {
  const tenant = await startTenant({ port: 0, demoPort: 0, authLibraryFile: builtAuthLibrary });
  let chromium: OpenedChromium | undefined;
  try {
    chromium = await openChromium({ extensionDir: builtExtension.chromium, headless: true });
    return await setUp(tenant, chromium);
  } catch (error) {
    await chromium?.close();
    await tenant.stop();
    throw error;
  }
}

async function setUp(tenant: RunningTenant, chromium: OpenedChromium): Promise<ConnectionsStage> {
  const { origin } = tenant;
  const helper = await chromium.extensionPage("options.html");
  /** True while the extension has the tenant and the credential of the set-up. */
  let isSetUp = false;
  const command = async (name: string, request: object) => {
    if (/^(?:tenant|credential|everything)\./.test(name)) isSetUp = false;
    const answer: unknown = await helper.evaluate(
      (message) => chrome.runtime.sendMessage(message),
      { command: name, request },
    );
    const parsed = z.object({ ok: z.boolean() }).parse(answer);
    if (!parsed.ok) throw new Error(`The worker refused ${name}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const saveTenant = (isReadOnly: boolean) =>
    command("tenant.save", {
      name: demo.tenantName,
      origin,
      clientId: demo.clientId,
      colour: "none",
      isReadOnly,
    });
  const saveCredential = (credential: object) =>
    command("credential.save", { tenantId: origin, remembering: "session", credential });
  const saveClient = () =>
    saveCredential({
      kind: "client_credentials",
      clientId: demo.managementClientId,
      clientSecret: demo.managementClientSecret,
    });
  const setUpAgain = async () => {
    // Each save restarts the stream, and the extension delays a stream that restarts often.
    if (isSetUp) return;
    await saveTenant(false);
    await saveClient();
    isSetUp = true;
  };
  await setUpAgain();

  const openPage = async (): Promise<Page> => {
    const page = await chromium.extensionPage("popup.html");
    await page.setViewportSize({ width: 380, height: 600 });
    return page;
  };
  const stage: ConnectionsStage = {
    tenant,
    chromium,
    popup: new ConnectionProfilesPage(await openPage()),
    command,
    async reopen() {
      await stage.popup.page.close();
      stage.popup = new ConnectionProfilesPage(await openPage());
    },
    issueToken: (scope) => issueToken(origin, scope),
    async useToken(token) {
      await saveCredential({ kind: "access_token", token });
    },
    async setReadOnly(isReadOnly) {
      await saveTenant(isReadOnly);
      const mark = stage.popup.page.locator(".read-only");
      await mark.waitFor({ state: isReadOnly ? "visible" : "detached" });
    },
    async read(name) {
      const answer = listSchema.parse(await manage(origin, "GET", "/connection-profiles"));
      const found = answer.connection_profiles.find((profile) => profile.name === name);
      if (found === undefined) throw new Error(`The tenant has no connection profile ${name}.`);
      return found;
    },
    async change(name, patch) {
      const { id } = await stage.read(name);
      await manage(origin, "PATCH", `/connection-profiles/${id}`, patch);
    },
    async remove(name) {
      const { id } = await stage.read(name);
      await manage(origin, "DELETE", `/connection-profiles/${id}`);
    },
    async create(profile) {
      await manage(origin, "POST", "/connection-profiles", profile);
    },
    async plan({ path, ...answer }) {
      const place = path ?? `/connection-profiles/${(await stage.read("workforce")).id}`;
      await stage.control("POST", "/responses", { ...answer, path: `/api/v2${place}` });
    },
    async hold(request) {
      // Much longer than any test: only `release` ends the wait.
      await stage.plan({ ...request, delay: 600_000 });
    },
    async waitForHeldRequest() {
      await expect.poll(() => stage.control("GET", "/responses")).toEqual({ planned: [] });
    },
    async release() {
      await stage.control("DELETE", "/responses");
    },
    control: (method, path, body) => call(`${origin}/_control${path}`, method, {}, body),
    async forgetEntries() {
      // Close the popup first: an open popup continues to store its drafts.
      await stage.popup.page.close();
      await helper.evaluate(async () => {
        const kept = Object.keys(await chrome.storage.session.get());
        await chrome.storage.session.remove(kept.filter((key) => /^(?:popup|changes)\./.test(key)));
      });
      await stage.reopen();
      // The profiles are loaded, so the responses planned from now on are for later requests.
      for (const name of [/^Connections \(\d+\)$/, /^Token exchange \(\d+\)$/])
        await stage.popup.page.getByRole("tab", { name }).waitFor();
    },
    async reset() {
      await stage.popup.page.close();
      await stage.control("DELETE", "/responses");
      await stage.control("PUT", "/clock", { skew: 0 });
      await stage.control("PUT", "/faults", { "patch-not-applied": false });
      await stage.control("POST", "/reset", {});
      await setUpAgain();
      await stage.forgetEntries();
    },
    async close() {
      await chromium.close();
      await tenant.stop();
    },
  };
  return stage;
}

async function issueToken(origin: string, scope?: string): Promise<string> {
  const answer = await call(
    `${origin}/oauth/token`,
    "POST",
    {},
    {
      grant_type: "client_credentials",
      client_id: demo.managementClientId,
      client_secret: demo.managementClientSecret,
      audience: `${origin}/api/v2/`,
      ...(scope === undefined ? {} : { scope }),
    },
  );
  return tokenSchema.parse(answer).access_token;
}

/** Calls the Management API with another token, as another administrator. */
async function manage(
  origin: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const authorization = `Bearer ${await issueToken(origin)}`;
  return await call(`${origin}/api/v2${path}`, method, { authorization }, body);
}

async function call(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${url} was refused with ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
