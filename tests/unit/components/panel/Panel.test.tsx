import { expect, test } from "vitest";
import {
  Panel,
  type EventsPart,
  type RunPart,
  type TokensPart,
} from "../../../../components/panel/Panel.tsx";
import { RunTab } from "../../../../components/panel/run/RunTab.tsx";
import { createLazyPart } from "../../../../lib/models/lazy-part.ts";
import type { CapturedRun } from "../../../../lib/runs/from-request/captured-request.ts";
import { StalePageModel } from "../../../../lib/models/stale-page-model.ts";
import { PanelModel } from "../../../../lib/models/panel-model.ts";
import { createFakeWorker, inUse, makeEvent, now, openActivity, tenant } from "../fake-worker.ts";
import { createRunModels } from "./run/create-run-model.ts";
import {
  click,
  find,
  findButton,
  findField,
  insertText,
  perform,
  show,
  submit,
  words,
} from "../show.ts";

/** A captured request without an email address. */
const captured: CapturedRun = {
  draft: { operation: "change-password", way: "page", values: {}, parameters: [], order: [] },
  title: "Password reset",
  line: "POST http://localhost:4400/dbconnections/change_password",
  origin: "http://localhost:4400",
  notes: [],
};

/**
 * Shows the panel with lazy parts that count their loads, and fail as long as the test requires.
 */
async function showPanel(tenants = [inUse]) {
  const worker = createFakeWorker();
  const { activity, endWorker } = openActivity(
    { tenants, events: [makeEvent(1, { storedAt: now + 1 })] },
    worker,
  );
  const readings: string[] = [];
  const reading = { fails: false };
  const read = async <Part,>(name: string, part: Part): Promise<Part> => {
    readings.push(name);
    if (reading.fails) throw new TypeError("Failed to fetch");
    return part;
  };
  const handed: string[] = [];
  const tokens: TokensPart = {
    View: () => <p class="report">a token</p>,
    take: (token) => handed.push(token),
    takeCaptured: (token) => handed.push(token),
  };
  const events: EventsPart = {
    View: () => <p>the events</p>,
    showSince: (at) => handed.push(`since ${at}`),
  };
  const own = { isLoaded: true, reloads: 0 };
  const stale = new StalePageModel({
    ...activity,
    isExtensionLoaded: () => own.isLoaded,
    reload: () => void (own.reloads += 1),
  });
  const place = await show(
    <Panel
      stale={stale}
      panel={new PanelModel()}
      activity={activity}
      trace={createLazyPart(() =>
        read("trace", {
          View: ({ onRunAgain }) => (
            <p>
              the trace
              <button type="button" onClick={() => onRunAgain(captured)}>
                Again
              </button>
            </p>
          ),
        }),
      )}
      run={createLazyPart(() => {
        const models = createRunModels(worker.send, activity.tenant);
        const View: RunPart["View"] = (actions) => (
          <RunTab activity={activity} models={models} {...actions} />
        );
        return read("run", { View, takeCaptured: models.run.takeCaptured });
      })}
      tokens={createLazyPart(() => read("tokens", tokens))}
      events={createLazyPart(() => read("events", events))}
    />,
  );
  const shown = () => words(find(place, "[role=tabpanel]"));
  /** Runs a login that ends with a token. */
  const runLogin = async () => {
    const redirectUrl = "https://extension.example/";
    worker.answer("login.redirect-url", { redirectUrl });
    worker.answer("login.open", {
      redirectedTo: `${redirectUrl}#id_token=e30.e30.c2ln&state=of-somebody-else`,
    });
    await click(findButton(place, "Run"));
    await submit(place);
    await expect.poll(shown).toContain("Inspect ID token");
  };
  return { place, readings, reading, shown, handed, runLogin, own, endWorker };
}

test("a captured request opens in the Run tab, which loads for it", async () => {
  const { place, readings } = await showPanel();
  await click(findButton(place, "Again"));
  await expect.poll(() => findField(place, "Operation").value).toBe("change-password");
  expect(findField(place, "Email").value).toBe("");
  expect(document.activeElement).toBe(findField(place, "Email"));
  expect(readings).toEqual(["trace", "run"]);
});

test("opens on its first tab, and loads no other tab", async () => {
  const { readings, shown } = await showPanel();
  expect(shown()).toContain("the trace");
  expect(readings).toEqual(["trace"]);
});

test("loads a tab once, when it is selected", async () => {
  const { place, readings, shown } = await showPanel();
  await click(findButton(place, "Events"));
  expect(shown()).toBe("the events");
  await click(findButton(place, "Tokens"));
  expect(shown()).toBe("a token");
  await click(findButton(place, "Events"));
  expect(shown()).toBe("the events");
  expect(readings).toEqual(["trace", "events", "tokens"]);
});

test("reports a tab that fails to load, and loads it again when it is selected again", async () => {
  const { place, readings, reading, shown } = await showPanel();
  reading.fails = true;
  await click(findButton(place, "Tokens"));
  expect(shown()).toContain("Could not load this tab");
  reading.fails = false;
  await click(findButton(place, "Run"));
  expect(shown()).toContain("Client ID");
  await click(findButton(place, "Tokens"));
  expect(shown()).toBe("a token");
  expect(readings).toEqual(["trace", "tokens", "run", "tokens"]);
});

test.each([
  { button: "Inspect ID token", tab: "Tokens", view: "a token", thing: "e30.e30.c2ln" },
  {
    button: "1 event since this run",
    tab: "Events",
    view: "the events",
    thing: `since ${now}`,
  },
])("$button opens $tab and moves the focus to it", async ({ button, tab, view, thing }) => {
  const { place, shown, handed, runLogin } = await showPanel();
  await runLogin();
  findButton(place, button).focus();
  await click(findButton(place, button));
  expect(shown()).toBe(view);
  expect(handed).toEqual([thing]);
  expect(document.activeElement).toBe(findButton(place, tab));
});

test("restores the scroll position of a tab, but scrolls to the top for new content", async () => {
  const { place, runLogin } = await showPanel();
  await runLogin();
  const report = () => find(place, ".report");
  await click(findButton(place, "Tokens"));
  expect(report().scrollTop).toBe(0);
  report().scrollTop = 300;
  report().dispatchEvent(new Event("scroll"));
  await click(findButton(place, "Events"));
  await click(findButton(place, "Tokens"));
  expect(report().scrollTop).toBe(300);
  await click(findButton(place, "Run"));
  await click(findButton(place, "Inspect ID token"));
  expect(report().scrollTop).toBe(0);
});

test("rejects a paste over 1 MB", async () => {
  const { place } = await showPanel();
  await click(findButton(place, "Run"));
  expect(await insertText(findField(place, "Client ID"), 2_000_000)).toBe(true);
  expect(words(place)).toContain("the limit is 1 MB");
});

test("escapes the hidden characters of a tenant's name", async () => {
  const { place } = await showPanel([{ ...inUse, tenant: { ...tenant, name: "lo\u202Ecal" } }]);
  expect(words(place)).toContain(String.raw`lo\u202ecal`);
});

test("a reload of the extension under the panel is explained, with a button to reload the panel", async () => {
  const { place, endWorker } = await showPanel();
  await perform(endWorker);
  expect(place.querySelector(".notice"), "after the worker alone ended").toBeNull();
  const other = await showPanel();
  other.own.isLoaded = false;
  await perform(other.endWorker);
  expect(words(find(other.place, ".notice"))).toContain("was updated or reloaded");
  await click(findButton(other.place, "Reload panel"));
  expect(other.own.reloads).toBe(1);
});
