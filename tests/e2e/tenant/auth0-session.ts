import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { chromium, type Browser, type LaunchOptions, type Page } from "playwright";
import * as z from "zod/mini";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";
import { findChromium } from "../../launch/find-browser.mjs";
import { logIn } from "../pages/login-window.ts";
import { startAuth0Pages } from "./auth0-pages.ts";

const answerSchema = z.object({
  error: z.nullable(z.record(z.string(), z.unknown())),
  result: z.unknown(),
});

/** The arguments of a callback of the package. */
export type Auth0Answer = z.infer<typeof answerSchema>;

const rulesSchema = z.object({ rules: z.array(z.object({ runs: z.int() })) });
const messageSchema = z.object({ code: z.optional(z.string()), link: z.optional(z.string()) });
const mailboxSchema = z.object({ messages: z.array(messageSchema) });

/** The local tenant over https, and a browser for pages with the package `auth0-js`. */
export interface Auth0Session {
  readonly tenant: RunningTenant;
  readonly browser: Browser;
  /** The options of the browser, for a second browser. */
  readonly launch: LaunchOptions;
  /** An origin that no client of the tenant allows, with the same pages. */
  readonly strangeOrigin: string;
  /** The number of runs of the seeded rule. */
  countRuns(): Promise<number>;
  /** Returns the newest message to a recipient. */
  readMail(to: string): Promise<z.infer<typeof messageSchema>>;
  close(): Promise<void>;
}

/**
 * Starts the tenant, the package's pages and a browser. The package speaks https only and runs
 * unchanged. Its pages have their own server. The browser resolves the demo web app's origin to
 * that server, because the seeded clients allow that origin.
 */
export async function openAuth0Session(): Promise<Auth0Session> {
  const trusted = getCACertificates("default");
  const tenant = await startTenant({ port: 0, demoPort: 0, isHttps: true });
  setDefaultCACertificates([...trusted, tenant.certificate ?? ""]);
  const pages = await startAuth0Pages(new URL(tenant.origin).host);
  const rules = tenant.demoOrigins.map(
    (origin) => `MAP ${new URL(origin).host} 127.0.0.1:${pages.port}`,
  );
  const launch = {
    executablePath: findChromium(process.platform, process.env) ?? "chromium",
    args: [
      "--disable-gpu",
      `--host-resolver-rules=${rules.join(", ")}`,
      // The sandbox does not work for root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  };
  const browser = await chromium.launch(launch);
  const control = async (path: string): Promise<unknown> => {
    const response = await fetch(`${tenant.origin}/_control/${path}`);
    return await response.json();
  };
  return {
    tenant,
    browser,
    launch,
    strangeOrigin: `https://localhost:${pages.port}`,
    countRuns: async () => rulesSchema.parse(await control("rules")).rules[0]?.runs ?? 0,
    async readMail(to) {
      const { messages } = mailboxSchema.parse(
        await control(`mailbox?to=${encodeURIComponent(to)}`),
      );
      return messages.at(-1) ?? {};
    },
    async close() {
      await browser.close();
      await pages.close();
      await tenant.stop();
      setDefaultCACertificates(trusted);
    },
  };
}

function write(name: string, ...given: unknown[]): string {
  return `${name}(${given.map((each) => JSON.stringify(each)).join(", ")})`;
}

/**
 * Calls a method of the package, e.g. "client.userInfo", and returns the result of its callback.
 */
export async function callAuth0(
  page: Page,
  method: string,
  options: unknown,
  settings = {},
): Promise<Auth0Answer> {
  return answerSchema.parse(await page.evaluate(write("callAuth0", settings, method, [options])));
}

/** Calls a method of the package's `Management` with a user's access token. */
export async function callManagement(
  page: Page,
  token: string,
  method: string,
  given: unknown[],
): Promise<Auth0Answer> {
  return answerSchema.parse(await page.evaluate(write("callManagement", token, method, given)));
}

/** Calls a method that leads to other pages, without waiting for them. */
export async function leave(
  page: Page,
  method: string,
  options: object,
  settings = {},
): Promise<void> {
  await page.evaluate(`void ${write("callAuth0", settings, method, [options])}`);
}

/** Resolves when the page is the callback page. */
export async function arrive(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === "/callback");
}

/** Logs in on the tenant's page; resolves on the callback page. */
export async function logInByRedirect(
  page: Page,
  {
    settings = {},
    options = {},
    user = demo.user,
  }: { settings?: object; options?: object; user?: { email: string; password: string } } = {},
): Promise<void> {
  await leave(page, "authorize", options, settings);
  await logIn(page, user);
  await arrive(page);
}
