import * as z from "zod/mini";
import { demoOrigin, origin, type World } from "./world.ts";

/** A page of a login that is open in a browser. */
export interface Visit {
  /** Path and query of the page. */
  path: string;
  /** The browser's cookies. */
  cookie: string;
}

export type Page = "login" | "signup" | "passwordless" | "social" | "mfa" | "consent" | "account";

const passwords: Record<string, string> = {
  "ada@example.com": "correct-horse-1",
  "mary@example.com": "second-factor-3",
};

/** The authorization requests that lead to each page. */
const wishes: Record<Page, Record<string, string>> = {
  login: {},
  signup: { screen_hint: "signup" },
  passwordless: { connection: "email" },
  social: { connection: "google-oauth2" },
  mfa: {},
  consent: { client_id: "demo-partner" },
  account: { prompt: "select_account" },
};

/** Returns the URL of an authorization request that can start a login. */
export function writeAuthorizePath(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: "demo-spa",
    redirect_uri: `${demoOrigin}/callback`,
    response_type: "token id_token",
    scope: "openid profile email",
    state: "s",
    nonce: "n",
    ...changes,
  });
  return `/authorize?${query.toString()}`;
}

/** A browser without a screen: it keeps cookies and stays at the last redirect. */
export interface Browser extends Visit {
  get(path: string): Promise<Response>;
  /** Posts a form to the current page. */
  submit(form: Record<string, string>): Promise<Response>;
}

export function openBrowser(world: World): Browser {
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("cookie", browser.cookie);
    const response = await world.tenant.fetch(
      new Request(new URL(path, origin), { ...init, headers }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location") ?? path;
    // A redirect away from the tenant does not lead to one of its pages.
    if (location.startsWith("/")) browser.path = location;
    return response;
  }

  const browser: Browser = {
    path: "/",
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    get: async (path) => await send(path),
    submit: async (form) =>
      await send(browser.path, { method: "POST", body: new URLSearchParams(form) }),
  };
  return browser;
}

/** Opens a browser at a page of a login, after its previous steps. */
export async function openPage(world: World, page: Page): Promise<Browser> {
  const browser = openBrowser(world);
  const wish = wishes[page];
  if (page === "account") {
    await browser.get(writeAuthorizePath());
    await logIn(browser, "ada@example.com");
  }
  await browser.get(writeAuthorizePath(wish));
  if (page === "mfa") await logIn(browser, "mary@example.com");
  if (page === "consent") await logIn(browser, "ada@example.com");
  return browser;
}

/** Enters user name and password on the login page. */
export async function logIn(browser: Browser, username: string): Promise<Response> {
  return await browser.submit({ username, password: passwords[username] ?? "" });
}

/** Opens a browser with a session of Ada. */
export async function openSession(world: World): Promise<Browser> {
  const browser = openBrowser(world);
  await browser.get(writeAuthorizePath());
  await logIn(browser, "ada@example.com");
  return browser;
}

/** Returns the newest code to a recipient. */
export function readCode(world: World, to: string): string {
  return world.tenant.mailbox.list(to).at(-1)?.code ?? "";
}

/** Returns path and query of the newest link to a recipient. */
export function readLink(world: World, to: string): string {
  const link = new URL(world.tenant.mailbox.list(to).at(-1)?.link ?? origin);
  return `${link.pathname}${link.search}`;
}

/** Signs a user up and returns the email address. */
export async function signUp(world: World): Promise<string> {
  const email = `new-${world.choices.below(1e9)}@example.com`;
  await world.send("POST", "/dbconnections/signup", {
    client_id: "demo-spa",
    email,
    password: "Correct-horse-9",
    connection: "Username-Password-Authentication",
  });
  return email;
}

const ticketSchema = z.object({ login_ticket: z.string(), co_verifier: z.string() });

/** An embedded login without its cookie: the parameters of the verification page. */
export async function openVerification(world: World): Promise<{ state: string; verifier: string }> {
  const answer = await world.send("POST", "/co/authenticate", {
    client_id: "demo-spa",
    credential_type: "http://auth0.com/oauth/grant-type/password-realm",
    username: "ada@example.com",
    password: "correct-horse-1",
    realm: "Username-Password-Authentication",
  });
  // Earlier random requests may have blocked or deleted Ada.
  const { login_ticket: ticket, co_verifier: verifier } = ticketSchema.safeParse(answer).data ?? {
    login_ticket: "none",
    co_verifier: "none",
  };
  const page = await openBrowser(world).get(writeAuthorizePath({ login_ticket: ticket }));
  const state = /name="state" value="(\w+)"/.exec(await page.text())?.[1] ?? "";
  return { state, verifier };
}
