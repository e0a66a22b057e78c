import * as z from "zod/mini";
import type { RunningTenant } from "../../../tenant/serve.ts";
import { demo } from "../../launch/demo.ts";

const answerSchema = z.object({
  error: z.nullable(z.looseObject({ error: z.string(), reason: z.optional(z.string()) })),
  result: z.unknown(),
});
type Answer = z.infer<typeof answerSchema>;

/** Loads the script by an element, as the pages' content security policy allows. */
const loadSource = `new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = "/auth-library.js";
  script.onload = () => resolve(TenantAuth.version);
  script.onerror = () => reject(new Error("The library could not be loaded."));
  document.head.append(script);
})`;

/** The built library in a page of the extension, called like from a script of the page. */
export class ExtensionAuth {
  readonly #page: { evaluate(expression: string): Promise<unknown> };
  readonly #tenant: RunningTenant;

  constructor(page: { evaluate(expression: string): Promise<unknown> }, tenant: RunningTenant) {
    this.#page = page;
    this.#tenant = tenant;
  }

  /** Loads the library into the page; returns its version. */
  async load(): Promise<string> {
    return z.string().parse(await this.#page.evaluate(loadSource));
  }

  async buildAuthorizeUrl(options: object): Promise<URL> {
    const source = `${this.#create()}.client.buildAuthorizeUrl(${JSON.stringify(options)})`;
    return new URL(z.string().parse(await this.#page.evaluate(source)));
  }

  /** Starts a login; returns the URL that the page would navigate to. */
  async authorize(): Promise<string> {
    const ports = "{ navigation: { goTo: (url) => { left = url; } } }";
    return z
      .string()
      .parse(
        await this.#page.evaluate(
          `(async () => { let left; await ${this.#create(ports)}.authorize({}); return left; })()`,
        ),
      );
  }

  parseHash(hash: string): Promise<Answer> {
    return this.#answer(`parseHash(${JSON.stringify({ hash })})`);
  }

  userInfo(accessToken: string): Promise<Answer> {
    return this.#answer(`client.userInfo(${JSON.stringify(accessToken)})`);
  }

  /** Returns the origin of the page. */
  async origin(): Promise<string> {
    return z.string().parse(await this.#page.evaluate("location.origin"));
  }

  /** Exchanges a password for a ticket, and redeems the ticket in a hidden frame of the page. */
  async renewWithPassword(): Promise<Answer> {
    const source = `(async () => {
      let left;
      const options = { redirectUri: location.origin + "/" };
      await ${this.#create("{ navigation: { goTo: (url) => { left = url; } } }")}.login({
        ...options,
        email: ${JSON.stringify(demo.user.email)},
        password: ${JSON.stringify(demo.user.password)},
        realm: "Username-Password-Authentication",
      });
      const login_ticket = new URL(left).searchParams.get("login_ticket");
      return await ${this.#create()}.checkSession({ ...options, login_ticket, timeout: 20000 });
    })()`;
    return await this.#settle(source);
  }

  /** Returns the states of the pending logins in the page's storage. */
  async waitingStates(): Promise<string[]> {
    const keys = z
      .array(z.string())
      .parse(await this.#page.evaluate("Object.keys(localStorage)"))
      .filter((key) => key.startsWith("auth.transaction."));
    return keys.map((key) => key.replace(/^.*\//, ""));
  }

  #create(ports = "{}"): string {
    return `new TenantAuth.WebAuth({
      domain: ${JSON.stringify(this.#tenant.origin)},
      clientID: ${JSON.stringify(demo.clientId)},
      redirectUri: chrome.identity.getRedirectURL(),
      responseType: "token id_token",
      ports: ${ports},
    })`;
  }

  async #answer(call: string): Promise<Answer> {
    return await this.#settle(`${this.#create()}.${call}`);
  }

  async #settle(call: string): Promise<Answer> {
    const source = `${call}.then(
      (result) => ({ error: null, result }),
      ({ error, reason, message }) => ({ error: { error, reason, message }, result: null }),
    )`;
    return answerSchema.parse(await this.#page.evaluate(source));
  }
}

const ticketSchema = z.object({ login_ticket: z.string() });

/** Logs the first user in for an authorization request; returns the fragment of the redirect. */
export async function answerAuthorization(tenant: RunningTenant, url: string): Promise<string> {
  const authenticated = await fetch(`${tenant.origin}/co/authenticate`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: tenant.demoOrigins[0] },
    body: JSON.stringify({
      client_id: demo.clientId,
      credential_type: "http://auth0.com/oauth/grant-type/password-realm",
      username: demo.user.email,
      password: demo.user.password,
      realm: "Username-Password-Authentication",
    }),
  });
  const cookie = authenticated.headers.getSetCookie().map((each) => each.replace(/;.*/u, ""));
  const { login_ticket: ticket } = ticketSchema.parse(await authenticated.json());
  const response = await fetch(`${url}&login_ticket=${encodeURIComponent(ticket)}`, {
    headers: { cookie: cookie.join("; ") },
    redirect: "manual",
  });
  return new URL(response.headers.get("location") ?? "").hash;
}

/** Returns the fragment with one member replaced or removed. */
export function changeFragment(hash: string, name: string, value: string | null): string {
  const members = new URLSearchParams(hash.slice(1));
  if (value === null) members.delete(name);
  else members.set(name, value);
  return `#${members.toString()}`;
}
