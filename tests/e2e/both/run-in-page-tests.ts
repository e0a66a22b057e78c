import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { demo } from "../../launch/demo.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { PageRunner } from "../pages/page-runner.ts";
import { readAccessToken } from "../pages/page-runs.ts";
import { untilAsked } from "../pages/popup-button.ts";
import { expectLogin } from "./expect-login.ts";

interface Stage {
  /** Runs operations in the demo app, where `countListeners` runs before its own scripts. */
  runner: PageRunner;
  /** The origin of the demo app at another site than the tenant. */
  otherSite: string;
  /** Throws an error if a page or the extension wrote an error to its console. */
  expectNoErrors(): Promise<void>;
  close(): Promise<void>;
}

/** Proves that operations run in the inspected page, and leave the page as it was. */
export function proveRunsInPage(openStage: () => Promise<Stage>): void {
  let stage: Stage;
  let runner: PageRunner;
  let home: string;

  beforeAll(async () => {
    stage = await openStage();
    ({ runner } = stage);
    home = `${runner.setting.pageOrigin}/`;
  });
  beforeEach(async () => {
    await runner.endSession();
    await runner.show("/");
    await waitFor(
      () => runner.runs.evaluate('document.querySelector("#log-in:enabled") !== null'),
      {
        what: "the application to start",
      },
    );
  });
  afterEach(() => stage.expectNoErrors());
  afterAll(() => stage?.close());

  test("the page's address becomes the place of the run", async () => {
    await runner.show("/?a=b#c");
    expect(await runner.runs.readPlace()).toEqual({
      origin: runner.setting.pageOrigin,
      url: home,
    });
  });

  test("popup, renewal and user info run in the demo app, and leave it as it was", async () => {
    const before = await runner.readTraces();
    expectLogin(await runner.logInWithPopup());
    expect(await runner.readTraces()).toEqual(before);

    const renewal = await runner.run("check-session");
    expectLogin(renewal);
    expect(renewal.steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["frame", "message", "callback"]),
    );
    expect(await runner.readTraces()).toEqual(before);

    const accessToken = readAccessToken(renewal);
    expect((await runner.run("user-info", { accessToken })).outcome).toMatchObject({
      kind: "succeeded",
      result: { email: demo.user.email },
    });
    expect(await runner.readTraces()).toEqual(before);
  });

  test("the button disappears when the run is cancelled, and the page is as before", async () => {
    const before = await runner.readTraces();
    const run = await runner.start("popup-authorize");
    await untilAsked(run);
    expect((await runner.readTraces())["elements"]).not.toBe(before["elements"]);
    await run.cancel();
    expect((await run.result()).outcome).toEqual({ kind: "cancelled" });
    await expect.poll(() => runner.readTraces()).toEqual(before);
  });

  test("a popup that waits is closed when the run is cancelled, and the page is as before", async () => {
    const before = await runner.readTraces();
    const { run, popup } = await runner.openPopup();
    await run.cancel();
    await waitFor(() => popup.isClosed(), { what: "the popup to close" });
    expect((await run.result()).outcome).toEqual({ kind: "cancelled" });
    expect(await runner.readTraces()).toEqual(before);
  });

  test.each([
    ["fragment", {}],
    ["query", { responseMode: "query" }],
    ["form", { responseMode: "form_post" }],
  ])("a login leaves the page, and its response is read from the %s", async (_what, values) => {
    const { waits, ...login } = await runner.logInWithRedirect(values);
    expectLogin(login);
    expect(login.steps.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["departure", "arrival", "request"]),
    );
    expect(waits).toContain("The page is at the tenant. The run continues when it comes back.");
  });

  test("a login returns at once if the user has a session, and a logout ends the session", async () => {
    await runner.logInWithPopup();
    const { runs } = runner;
    expectLogin(await runs.navigate(() => runner.run("authorize")));

    const left = await runs.navigate(() => runner.run("logout", { returnTo: home }));
    expect(left.outcome).toMatchObject({ kind: "succeeded" });
    expect(left.steps.at(-1)).toMatchObject({ kind: "arrival", url: home });
    const renewal = await runner.run("check-session");
    expect(renewal.outcome).toMatchObject({ kind: "refused", error: { error: "login_required" } });
  });

  test("at another site than the tenant, a login returns, and a renewal lacks the session's cookie", async () => {
    const elsewhere = runner.at(stage.otherSite);
    await elsewhere.show("/");
    expectLogin(await elsewhere.logInWithRedirect());
    await elsewhere.show("/");
    expectLogin(await elsewhere.runs.navigate(() => elsewhere.run("authorize")));
    await elsewhere.show("/");
    expect((await elsewhere.run("check-session")).outcome).toMatchObject({
      kind: "refused",
      error: { error: "login_required" },
    });
  });

  test("a login that waits at the tenant ends when the run is cancelled", async () => {
    const run = await runner.leave();
    await run.cancel();
    expect((await run.result()).outcome).toEqual({ kind: "cancelled" });
  });

  test("a run ends with a sentence when the page is reloaded", async () => {
    const { run, popup } = await runner.openPopup();
    await runner.tab.reload();
    expect((await run.result()).outcome).toEqual({
      kind: "unanswered",
      problem:
        "The page was reloaded or left during the run. Run it again, and stay on the page until it ends.",
    });
    await popup.close();
  });
}
