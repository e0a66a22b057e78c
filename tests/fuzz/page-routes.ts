import type { FuzzRequest, FuzzRoute, RequestBuilder } from "./fuzz-route.ts";
import { openPage, readCode, readLink, signUp, type Browser, type Page } from "./visit.ts";
import type { World } from "./world.ts";

type Form = Record<string, string>;

const at = ({ path, cookie }: Browser, form?: Form): FuzzRequest => ({
  path,
  headers: { cookie },
  ...(form !== undefined && { body: form }),
});

/** Returns a form, or in three of ten cases a form with an unusual field. */
function disturb({ choices }: World, form: Form): Form {
  const names = Object.keys(form);
  const name = names[choices.below(names.length)] ?? "x";
  return choices.isPercent(30) ? { ...form, [name]: choices.text(choices.below(60)) } : form;
}

interface PageForms {
  /** The form that continues the login. */
  good: (world: World) => Form;
  /** The form that leads back to the page with an error message. */
  bad?: Form;
  /** The form that shows the page again without an error message. */
  isPatient?: boolean;
}

const forms: Record<Page, PageForms> = {
  login: {
    good: () => ({ username: "ada@example.com", password: "correct-horse-1" }),
    bad: { username: "ada@example.com", password: "wrong" },
  },
  signup: {
    good: (world) => ({
      email: `page-${world.choices.below(1e9)}@example.com`,
      password: "Correct-horse-9",
    }),
    bad: { email: "x@example.com", password: "weak" },
  },
  social: {
    good: ({ choices }) => ({
      email: "me@example.com",
      decision: choices.pick(["accept", "decline"]),
    }),
    bad: { email: "no address", decision: "accept" },
  },
  account: { good: ({ choices }) => ({ account: choices.pick(["current", "other"]) }) },
  mfa: {
    good: (world) => ({ code: readCode(world, "mary@example.com") }),
    bad: { code: "0" },
  },
  consent: {
    good: ({ choices }) => ({ decision: choices.pick(["accept", "decline"]) }),
    bad: { decision: "perhaps" },
    isPatient: true,
  },
  passwordless: { good: () => ({}), bad: { recipient: "no address" } },
};

const lost = (page: string, form?: Form): RequestBuilder => {
  const request = { path: `/u/${page}?state=unknown`, ...(form !== undefined && { body: form }) };
  return () => request;
};

/**
 * A page of the login, requested and sent: only the browser of the login can open it, and its form
 * continues the login.
 */
function tryPage(page: Exclude<Page, "passwordless">): FuzzRoute[] {
  const { good, bad, isPatient = false } = forms[page];
  const show: RequestBuilder = async (world) => at(await openPage(world, page));
  const send: RequestBuilder = async (world) => {
    const browser = await openPage(world, page);
    return at(browser, good(world));
  };
  const again =
    (form: Form): RequestBuilder =>
    async (world) =>
      at(await openPage(world, page), form);
  return [
    {
      route: `GET /u/${page}`,
      statuses: [200, 400],
      build: async (world) => await (world.choices.isPercent(80) ? show : lost(page))(world),
      directed: { 200: show, 400: lost(page) },
    },
    {
      route: `POST /u/${page}`,
      statuses: isPatient ? [200, 302, 400] : [302, 400],
      async build(world) {
        const request = await send(world);
        return { ...request, body: disturb(world, good(world)) };
      },
      directed: {
        302: send,
        400: lost(page, bad ?? {}),
        ...(bad !== undefined && { [isPatient ? 200 : 400]: again(bad) }),
      },
    },
  ];
}

async function sendPasswordless(world: World, isRight: boolean): Promise<FuzzRequest> {
  const browser = await openPage(world, "passwordless");
  const { path } = browser;
  const recipient = `page-${world.choices.below(50)}@example.com`;
  await browser.submit({ recipient });
  const code = isRight ? readCode(world, recipient) : "0";
  return { path, headers: { cookie: browser.cookie }, body: { recipient, code } };
}

async function openReset(world: World): Promise<string> {
  const email = await signUp(world);
  await world.send("POST", "/dbconnections/change_password", {
    client_id: "demo-spa",
    email,
    connection: "Username-Password-Authentication",
  });
  return readLink(world, email);
}

const spent: RequestBuilder = () => ({ path: "/u/reset-password?ticket=spent" });

/** The pages that users see, with the statuses of the service's pages. */
export const pageRoutes: readonly FuzzRoute[] = [
  ...(["login", "signup", "social", "account", "mfa", "consent"] as const).flatMap(tryPage),
  {
    route: "GET /u/passwordless",
    statuses: [200, 400],
    build: async (world) => at(await openPage(world, "passwordless")),
    directed: { 400: lost("passwordless") },
  },
  {
    route: "POST /u/passwordless",
    statuses: [200, 302, 400],
    build: async (world) => await sendPasswordless(world, world.choices.isPercent(50)),
    directed: {
      200: async (world) =>
        at(await openPage(world, "passwordless"), { recipient: "a@example.com" }),
      302: async (world) => await sendPasswordless(world, true),
      400: lost("passwordless", { recipient: "a@example.com" }),
    },
  },
  {
    route: "GET /u/email-verification",
    statuses: [200, 400],
    build: ({ choices }) => ({
      path: `/u/email-verification?ticket=${encodeURIComponent(choices.text(32))}`,
    }),
    directed: { 200: async (world) => ({ path: readLink(world, await signUp(world)) }) },
  },
  {
    route: "GET /u/reset-password",
    statuses: [200, 400],
    build: async (world) =>
      world.choices.isPercent(50) ? { path: await openReset(world) } : await spent(world),
    directed: { 200: async (world) => ({ path: await openReset(world) }), 400: spent },
  },
  {
    route: "POST /u/reset-password",
    statuses: [200, 400],
    async build(world) {
      const password = world.choices.pick(["Another-horse-7", "weak", "ü".repeat(2000)]);
      const path = world.choices.isPercent(70) ? await openReset(world) : (await spent(world)).path;
      return { path, body: disturb(world, { password }) };
    },
    directed: {
      200: async (world) => ({
        path: await openReset(world),
        body: { password: "Another-horse-7" },
      }),
      400: async (world) => ({ ...(await spent(world)), body: { password: "Another-horse-7" } }),
    },
  },
  { route: "GET /u/pages.css", statuses: [200], build: () => ({ path: "/u/pages.css" }) },
];
