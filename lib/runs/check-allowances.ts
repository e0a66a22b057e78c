import type { Fetch } from "../http/fetch.ts";
import { postsTo } from "../http/posts-to.ts";
import { readBody } from "../http/read-body.ts";
import type { Allowance } from "./list-allowances.ts";
import type { RunSetting } from "./operation.ts";

/** The tenant's answer about an address; each reason is a sentence with a next step. */
export type AllowanceAnswer =
  | { kind: "accepted" }
  | { kind: "rejected"; why: string }
  /** The answer is no proof of either. */
  | { kind: "unknown"; why: string };

export interface AllowanceQuestion extends Pick<RunSetting, "origin" | "way"> {
  allowances: readonly Allowance[];
}

export interface AllowancePorts {
  fetch: Fetch;
  /** Returns a signal that aborts a request; by default after ten seconds. */
  timeLimit?: () => AbortSignal;
}

const accepted: AllowanceAnswer = { kind: "accepted" };

/**
 * Asks the tenant whether an application may use addresses. The requests carry no cookies, start no
 * login and end no session: the tenant checks the address before anything else. RFC 6749, section
 * 4.1.2.1: a server must not redirect to an address that it does not know.
 *
 * @returns the answers in the order of the addresses
 */
export async function checkAllowances(
  question: AllowanceQuestion,
  ports: AllowancePorts,
): Promise<readonly AllowanceAnswer[]> {
  const ask = createAsk(question, ports);
  const callback = question.allowances.find(({ list }) => list === "Allowed callback URLs");
  const forCallback = callback === undefined ? undefined : askForCallback(ask, callback);
  return await Promise.all(
    question.allowances.map(async (one) => {
      if (one.list === "Allowed logout URLs") return await askForLogout(ask, one);
      if (one.list === "Allowed web origins") {
        return await askForOrigin(ask, { way: question.way, asked: one, callback, forCallback });
      }
      return (await forCallback) ?? (await askForCallback(ask, one));
    }),
  );
}

type Ask = (
  pathAndQuery: string,
  init?: RequestInit,
) => Promise<{ status: number; text: string } | { isRedirect: true } | { problem: string }>;

const maxBytes = 65_536;

function createAsk({ origin }: AllowanceQuestion, ports: AllowancePorts): Ask {
  return async (pathAndQuery, init = {}) => {
    const signal = ports.timeLimit?.() ?? AbortSignal.timeout(10_000);
    try {
      const response = await ports.fetch(`${origin}${pathAndQuery}`, {
        ...init,
        credentials: "omit",
        redirect: "manual",
        cache: "no-store",
        signal,
      });
      const { type, status, body } = response;
      const { text } = await readBody(status === 200 ? body : null, { maxBytes, signal });
      if (status !== 200) await body?.cancel();
      if (type === "opaqueredirect" || (status >= 300 && status < 400)) return { isRedirect: true };
      return { status, text };
    } catch {
      return {
        problem: `Could not reach ${origin}. Check that the tenant is running and that the extension may access its URL.`,
      };
    }
  };
}

type Reply = Awaited<ReturnType<Ask>>;

const redirected =
  "The tenant redirected the question, as one with an error page of its own does. Compare the address with the application's list.";

/** Explains a reply that proves nothing. Returns undefined for a rejection (status 4xx). */
function explainNoProof(reply: Reply): AllowanceAnswer | undefined {
  if ("problem" in reply) return { kind: "unknown", why: reply.problem };
  if ("isRedirect" in reply) {
    return { kind: "unknown", why: redirected };
  }
  const { status } = reply;
  if (status === 429) {
    return { kind: "unknown", why: "Too many requests (429). Wait a minute, then check again." };
  }
  if (status >= 400 && status < 500) return undefined;
  return {
    kind: "unknown",
    why: `The tenant responded with status ${status}, which proves neither.`,
  };
}

function reject(reply: Reply, remedy: string): AllowanceAnswer {
  const status = "status" in reply ? ` (${reply.status})` : "";
  return { kind: "rejected", why: `The tenant rejects it${status}. ${remedy}` };
}

function writeQuery(clientId: string | undefined, query: Readonly<Record<string, string>>): string {
  const owner = clientId === undefined ? {} : { client_id: clientId };
  return new URLSearchParams({ ...owner, ...query }).toString();
}

/**
 * `prompt=none` (OpenID Connect Core, section 3.1.2.1) ends the request without a login page. The
 * answer to an allowed address is a form (OAuth 2.0 Form Post Response Mode), which is never sent: a
 * redirect can also lead to an error page.
 */
async function askForCallback(
  ask: Ask,
  { address, clientId }: Allowance,
): Promise<AllowanceAnswer> {
  const query = writeQuery(clientId, {
    redirect_uri: address,
    response_type: "code",
    response_mode: "form_post",
    scope: "openid",
    prompt: "none",
  });
  const reply = await ask(`/authorize?${query}`);
  if ("text" in reply && postsTo(reply.text, address)) return accepted;
  return (
    explainNoProof(reply) ??
    reject(reply, "Add it to the allowed callback URLs, or correct the client ID.")
  );
}

function isFound(reply: Reply): boolean {
  return "status" in reply && reply.status === 200;
}

async function askForLogout(ask: Ask, { address, clientId }: Allowance): Promise<AllowanceAnswer> {
  const reply = await ask(`/v2/logout?${writeQuery(clientId, { returnTo: address })}`);
  if ("isRedirect" in reply) return accepted;
  const owner = clientId === undefined ? "the tenant's" : "the application's";
  return explainNoProof(reply) ?? reject(reply, `Add it to ${owner} allowed logout URLs.`);
}

const addOrigin = "Add it to the allowed web origins.";

/**
 * Asks about an origin: by a web message to a callback of that origin, or by an embedded login
 * without credentials, which carries the origin of the extension.
 */
async function askForOrigin(
  ask: Ask,
  {
    way,
    asked,
    callback,
    forCallback,
  }: {
    way: AllowanceQuestion["way"];
    asked: Allowance;
    callback: Allowance | undefined;
    forCallback: Promise<AllowanceAnswer> | undefined;
  },
): Promise<AllowanceAnswer> {
  if (callback !== undefined && isWithin(callback.address, asked.address)) {
    const query = writeQuery(asked.clientId, {
      redirect_uri: callback.address,
      response_type: "token",
      response_mode: "web_message",
      scope: "openid",
      prompt: "none",
    });
    const reply = await ask(`/authorize?${query}`);
    if (isFound(reply)) return accepted;
    const noProof = explainNoProof(reply);
    if (noProof !== undefined) return noProof;
    // A rejected callback is rejected before the origin is looked at.
    if ((await forCallback)?.kind === "accepted") return reject(reply, addOrigin);
    return {
      kind: "unknown",
      why: "The tenant looks at the origin only after an allowed callback URL.",
    };
  }
  if (way === "page") {
    return {
      kind: "unknown",
      why: "Only a request from the page itself can answer this. Run it to see.",
    };
  }
  const reply = await ask("/co/authenticate", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: asked.clientId }),
  });
  if ("status" in reply && (reply.status === 400 || reply.status === 401)) return accepted;
  return explainNoProof(reply) ?? reject(reply, addOrigin);
}

function isWithin(address: string, origin: string): boolean {
  return address === origin || address.startsWith(`${origin}/`);
}
