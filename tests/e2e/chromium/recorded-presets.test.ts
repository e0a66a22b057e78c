import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { demo } from "../../launch/demo.ts";
import { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { compareRequests, type RequestPairs } from "../compare-requests.ts";
import { DemoPage } from "../pages/demo-page.ts";
import { logIn } from "../pages/login-window.ts";
import { RunPage } from "../pages/run-page.ts";
import { SavedRunsPage } from "../pages/saved-runs-page.ts";

// Presets of URLs that the demo app has sent, as the browser and the tenant recorded them.

let session: InspectorSession;
let control: TenantControl;
let app: DemoPage;
let run: RunPage;
let saved: SavedRunsPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  control = new TenantControl(session.tenant.origin);
  const { frame } = await openDemoPanel(session);
  app = new DemoPage(session.chromium.firstPage);
  run = new RunPage(frame);
  saved = new SavedRunsPage(frame);
  // The flow with the most scopes, so that no later one asks for consent.
  await app.press("Log in with PKCE");
  await app.tab.waitForURL((url) => url.origin === session.tenant.origin);
  await logIn(app.tab, demo.user);
  await app.readResult("Login succeeded.");
});
afterAll(() => session?.close());

/** An authorization request, as the browser sent it and as the tenant received it. */
interface RecordedRequest {
  url: string;
  logged: RequestPairs;
}

/** Records the authorization request that an action causes. */
async function record(act: () => Promise<unknown>): Promise<RecordedRequest> {
  const { origin } = session.tenant;
  const after = await control.logEnd();
  const [request] = await Promise.all([
    session.chromium.context.waitForEvent("request", {
      predicate: (one) => one.url().startsWith(`${origin}/authorize?`),
    }),
    act(),
  ]);
  const logged = await waitFor(
    async () => (await control.log(after)).find(({ path }) => path === "/authorize")?.query,
    { what: "the tenant to log the authorization request" },
  );
  return { url: request.url(), logged };
}

const pairsOf = (url: string): RequestPairs => [...new URL(url).searchParams];

/** The query that the demo app sends after the parameters of the library. */
const ownQuery =
  "resource=urn%3Aa&resource=urn%3Ab&audience=&ui_locales=de+en%20fr&login_hint=ada%2Btest@example.com&resource=urn%3Aa&display=";

interface Flow {
  name: string;
  act: () => Promise<unknown>;
  /** The words that the demo app shows, and those of the run of the preset. */
  shown: string;
  outcome: string;
  /** True if the run must be cancelled. */
  isEndless?: boolean;
}

const flows: readonly Flow[] = [
  {
    name: "a redirect for tokens",
    act: () => app.press("Log in"),
    shown: "Login succeeded.",
    outcome: "Logged in.",
  },
  {
    name: "a redirect for a code with PKCE",
    act: () => app.press("Log in with PKCE"),
    shown: "Login succeeded.",
    outcome: "Logged in.",
  },
  {
    name: "a login in a popup",
    act: () => app.press("Log in with popup"),
    shown: "Popup login succeeded.",
    outcome: "Logged in.",
  },
  {
    name: "a silent renewal in a frame",
    act: () => app.press("Renew silently"),
    shown: "Silent renewal succeeded.",
    outcome: "Cancelled.",
    // A message has no window to go to.
    isEndless: true,
  },
  {
    name: "a redirect with repeated, empty and differently encoded parameters",
    act: async () => {
      await app.tab.getByLabel("Query to add to the login URL").fill(ownQuery);
      await app.press("Log in with this query");
    },
    // RFC 6749, section 3.1: the tenant refuses repeated parameters of both.
    shown: "Repeated parameter: resource",
    outcome: "Repeated parameter: resource",
  },
];

/** Records a flow of the demo app, and saves its URL as a preset. */
async function recordFlow({ name, act, shown }: Flow): Promise<RecordedRequest> {
  await app.tab.goto(`${session.tenant.demoOrigins[0]}/`);
  const recorded = await record(act);
  await app.readResult(shown);
  await saved.saveAddress(recorded.url, name);
  return recorded;
}

describe("a preset of a URL that the demo app sent", () => {
  test.each(flows)("sends the same request again: $name", async (flow) => {
    const recorded = await recordFlow(flow);
    expect(compareRequests(pairsOf(recorded.url), recorded.logged), "the log").toEqual([]);
    // DevTools reports the redirect, and so the run ends, before the tab shows the callback.
    const returned = flow.isEndless === true ? undefined : app.tab.waitForEvent("load");
    const sent = await record(() => saved.press("Run", flow.name));
    expect(compareRequests(recorded.logged, sent.logged)).toEqual([]);
    expect(compareRequests(pairsOf(recorded.url), pairsOf(sent.url))).toEqual([]);
    if (flow.isEndless === true) await run.cancel();
    expect(await run.outcome()).toContain(flow.outcome);
    await returned;
  });

  test("sends another request after an edit, and the comparison names each difference", async () => {
    const name = "edited";
    const [flow] = flows.slice(-1);
    if (flow === undefined) throw new Error("There is no flow with a query.");
    const recorded = await recordFlow({ ...flow, name });
    await saved.press("Use", name);
    const parameters = run.form().getByLabel("Additional parameters");
    const lines = await parameters.inputValue();
    await run.enter({ "Additional parameters": lines.replace("resource=urn:b\n", "") });
    const sent = await record(() => run.start());
    expect(compareRequests(recorded.logged, sent.logged)).toEqual([
      'Parameter 8 is ["resource","urn:a"], and was ["resource","urn:b"].',
      'Parameter 12 is ["display",""], and was ["resource","urn:a"].',
      'Parameter 13 is missing, and was ["display",""].',
    ]);
  });
});

describe("the comparison of two requests", () => {
  const recorded: RequestPairs = [
    ["client_id", "app"],
    ["resource", "a"],
    ["resource", "b"],
    ["state", "own"],
    ["audience", ""],
  ];

  test("finds no difference in the values of state, nonce and challenge", () => {
    expect(compareRequests(recorded, recorded.with(3, ["state", "another"]))).toEqual([]);
  });

  test.each<[difference: string, sent: RequestPairs]>([
    ["another value", recorded.with(0, ["client_id", "App"])],
    ["another order", [...recorded.slice(1), ...recorded.slice(0, 1)]],
    [
      "repeated values in another order",
      recorded.with(1, ["resource", "b"]).with(2, ["resource", "a"]),
    ],
    ["a dropped repeated parameter", recorded.toSpliced(2, 1)],
    ["a dropped empty parameter", recorded.toSpliced(4, 1)],
    ["an added parameter", [...recorded, ["scope", "openid"]]],
    ["a state at another place", recorded.toSpliced(3, 1).toSpliced(0, 0, ["state", "own"])],
  ])("finds %s", (_difference, sent) => {
    expect(compareRequests(recorded, sent)).not.toEqual([]);
  });
});
