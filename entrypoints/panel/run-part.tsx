import { effect, type Signal } from "@preact/signals";
import type { RunPart } from "../../components/panel/Panel.tsx";
import { RunTab } from "../../components/panel/run/RunTab.tsx";
import type { CommandSender } from "../../lib/messages/command-channel.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { createLazyPart } from "../../lib/models/lazy-part.ts";
import { createCheckAllowances } from "../../lib/models/runs/ask-about-allowances.ts";
import { createDiscover } from "../../lib/models/runs/discover.ts";
import { findFacts } from "../../lib/models/runs/find-facts.ts";
import { HistoryModel } from "../../lib/models/runs/history-model.ts";
import type { KeptView } from "../../lib/models/kept-view.ts";
import { keepRunChoice } from "../../lib/models/runs/keep-run-choice.ts";
import type { KeptRun } from "../../lib/models/runs/kept-runs.ts";
import { PresetsModel } from "../../lib/models/runs/presets-model.ts";
import { RunModel } from "../../lib/models/runs/run-model.ts";
import { TokenOffers } from "../../lib/models/runs/token-offers.ts";
import { collectRunTokens } from "../../lib/models/tokens/collect-seen-tokens.ts";
import { watchForgottenTenants } from "../../lib/models/tokens/forgotten-tenants.ts";
import { recordSeenTokens, type SeenTokens } from "../../lib/models/tokens/seen-tokens.ts";
import { downloadJson } from "../../lib/platform/download-file.ts";
import { inspectedPage } from "../../lib/platform/inspected-page.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { catalogue } from "../../lib/runs/catalogue/index.ts";
import { createPlaceReader, createRunnerLoader } from "./load-runner.ts";

/**
 * Creates the Run tab. This file loads when the tab is first shown, and the library at the first
 * run.
 *
 * @param shown what other tabs show of the runs, their tokens and their requests, and what the user
 *   has set in the panel
 */
export function createRunPart(
  activity: InstanceType<typeof ActivityModel>,
  send: CommandSender,
  fetchFromHere: (url: string, init: RequestInit) => Promise<Response>,
  shown: { seen: SeenTokens; runs: Signal<readonly KeptRun[]>; view: KeptView },
): RunPart {
  const { now } = systemClock;
  const { seen } = shown;
  const { tenant } = activity;
  const createId = () => crypto.randomUUID();
  const shared = { send, tenant, operations: catalogue, createId };
  const history = new HistoryModel(shared);
  // The Trace tab compares captured logins with them.
  effect(() => void (shown.runs.value = history.kept.value));
  const offers = new TokenOffers();
  const model = new RunModel({
    ...systemClock,
    tenant,
    continueValues: history.continueValues,
    findFacts: (operation, values, at) => findFacts(operation, values, at, { history, offers }),
    onEnd(run) {
      void history.record(run);
      offers.add(run);
      void recordSeenTokens(seen, collectRunTokens(run, createId));
    },
    onForget() {
      history.forgetSecrets();
      offers.forget();
      // The Tokens tab still lists the tokens if this fails.
      void seen.forget({ kind: "runs" }).catch(() => undefined);
    },
    readPlace: createPlaceReader(send),
    checkAllowances: createCheckAllowances({ fetch: fetchFromHere }),
    discover: createDiscover({ fetch: fetchFromHere, now }),
    loadRunner: createRunnerLoader(send, fetchFromHere),
  });
  keepRunChoice(shown.view, model, tenant);
  watchForgottenTenants(activity, (forgotten) => {
    for (const each of [model, history, offers]) each.forgetTenant(forgotten);
  });
  // Another page has other addresses.
  inspectedPage.watch({
    onNavigated() {
      if (model.way.peek() === "page" && !model.isRunning.peek()) model.load();
    },
  });
  const models = {
    run: model,
    history,
    offers,
    presets: new PresetsModel({ ...shared, download: downloadJson, now }),
    views: {
      result: createLazyPart(() => import("../../components/panel/run/ShownRun.tsx")),
      saved: createLazyPart(async () => {
        const { createSavedViews } = await import("./saved-part.ts");
        return createSavedViews();
      }),
    },
  };
  return {
    View: (actions) => <RunTab activity={activity} models={models} {...actions} />,
    takeCaptured: model.takeCaptured,
  };
}
