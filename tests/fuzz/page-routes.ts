import type { FuzzRequest, FuzzRoute, RequestBuilder } from "./fuzz-route.ts";
import { openPage, readCode, readLink, signUp, type Browser, type Page } from "./visit.ts";
import type { World } from "./world.ts";

type Form = Record<string, string>;

const toRequest = ({ path, cookie }: Browser, form?: Form): FuzzRequest => ({
  path,
  headers: { cookie },
  ...(form !== undefined && { body: form }),
});

/** Returns the form, with random text in one of its fields in 30 % of cases. */
function disturb({ choices }: World, form: Form): Form {
  const names = Object.keys(form);
  const name = names[choices.below(names.length)] ?? "x";
  return choices.isPercent(30) ? { ...form, [name]: choices.text(choices.below(60)) } : form;
}

interface PageForms {
  /** The form that continues the login. */
  good: (world: World) => Form;
  /** An invalid form: the page is shown again with status 400, unless `ignoresInvalidForm`. */
  bad?: Form;
  /** True if an invalid form shows the page again with status 200. */
  ignoresInvalidForm?: boolean;
}

const forms: Record<Exclude<Page, "passwordless">, PageForms> = {
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
    ignoresInvalidForm: true,
  },
};

const requestUnknownLogin = (page: string, form?: Form): RequestBuilder => {
  const request = { path: `/u/${page}?state=unknown`, ...(form !== undefined && { body: form }) };
  return () => request;
};

/** Returns the routes of a login page. Both return 400 for an unknown `state`. */
function createPageRoutes(page: Exclude<Page, "passwordless">): FuzzRoute[] {
  const { good, bad, ignoresInvalidForm = false } = forms[page];
  const show: RequestBuilder = async (world) => toRequest(await openPage(world, page));
  const send: RequestBuilder = async (world) => {
    const browser = await openPage(world, page);
    return toRequest(browser, good(world));
  };
  const sendForm =
    (form: Form): RequestBuilder =>
    async (world) =>
      toRequest(await openPage(world, page), form);
  return [
    {
      route: `GET /u/${page}`,
      statuses: [200, 400],
      build: async (world) =>
        await (world.choices.isPercent(80) ? show : requestUnknownLogin(page))(world),
      directed: { 200: show, 400: requestUnknownLogin(page) },
    },
    {
      route: `POST /u/${page}`,
      statuses: ignoresInvalidForm ? [200, 302, 400] : [302, 400],
      async build(world) {
        const request = await send(world);
        return { ...request, body: disturb(world, good(world)) };
      },
      directed: {
        302: send,
        400: requestUnknownLogin(page, bad ?? {}),
        ...(bad !== undefined && { [ignoresInvalidForm ? 200 : 400]: sendForm(bad) }),
      },
    },
  ];
}

async function sendPasswordless(world: World, hasRightCode: boolean): Promise<FuzzRequest> {
  const browser = await openPage(world, "passwordless");
  const { path } = browser;
  const recipient = `page-${world.choices.below(50)}@example.com`;
  await browser.submit({ recipient });
  const code = hasRightCode ? readCode(world, recipient) : "0";
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

const unknownTicket: RequestBuilder = () => ({ path: "/u/reset-password?ticket=unknown" });

/** The routes of the tenant's pages below `/u/`, with each status that they return. */
export const pageRoutes: readonly FuzzRoute[] = [
  ...(["login", "signup", "social", "account", "mfa", "consent"] as const).flatMap(
    createPageRoutes,
  ),
  {
    route: "GET /u/passwordless",
    statuses: [200, 400],
    build: async (world) => toRequest(await openPage(world, "passwordless")),
    directed: { 400: requestUnknownLogin("passwordless") },
  },
  {
    route: "POST /u/passwordless",
    statuses: [200, 302, 400],
    build: async (world) => await sendPasswordless(world, world.choices.isPercent(50)),
    directed: {
      200: async (world) =>
        toRequest(await openPage(world, "passwordless"), { recipient: "a@example.com" }),
      302: async (world) => await sendPasswordless(world, true),
      400: requestUnknownLogin("passwordless", { recipient: "a@example.com" }),
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
      world.choices.isPercent(50) ? { path: await openReset(world) } : await unknownTicket(world),
    directed: { 200: async (world) => ({ path: await openReset(world) }), 400: unknownTicket },
  },
  {
    route: "POST /u/reset-password",
    statuses: [200, 400],
    async build(world) {
      const password = world.choices.pick(["Another-horse-7", "weak", "ü".repeat(2000)]);
      const path = world.choices.isPercent(70)
        ? await openReset(world)
        : (await unknownTicket(world)).path;
      return { path, body: disturb(world, { password }) };
    },
    directed: {
      200: async (world) => ({
        path: await openReset(world),
        body: { password: "Another-horse-7" },
      }),
      400: async (world) => ({
        ...(await unknownTicket(world)),
        body: { password: "Another-horse-7" },
      }),
    },
  },
  { route: "GET /u/pages.css", statuses: [200], build: () => ({ path: "/u/pages.css" }) },
];
