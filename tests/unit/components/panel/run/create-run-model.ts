import type { ReadonlySignal } from "@preact/signals";
import { History } from "../../../../../components/panel/run/History.tsx";
import { PastedAddress } from "../../../../../components/panel/run/PastedAddress.tsx";
import { Presets } from "../../../../../components/panel/run/Presets.tsx";
import { ShownRun } from "../../../../../components/panel/run/ShownRun.tsx";
import type { RunModels } from "../../../../../components/panel/run/run-models.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { createLazyPart } from "../../../../../lib/models/lazy-part.ts";
import { AddressModel } from "../../../../../lib/models/runs/address-model.ts";
import { HistoryModel } from "../../../../../lib/models/runs/history-model.ts";
import { PresetsModel } from "../../../../../lib/models/runs/presets-model.ts";
import { TokenOffers } from "../../../../../lib/models/runs/token-offers.ts";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import type { CommandSender } from "../../../../../lib/messages/command-channel.ts";
import { performRun } from "../../../../../lib/models/runs/perform-run.ts";
import { RunModel } from "../../../../../lib/models/runs/run-model.ts";
import type { RunPort } from "../../../../../lib/models/runs/run-port.ts";
import { createFakeWorker, now } from "../../fake-worker.ts";

/** Creates the model of the Run tab with a worker, and without a network. */
export function createRunModel(
  send: CommandSender,
  given: Partial<RunPort> = {},
): InstanceType<typeof RunModel> {
  const port = {
    send,
    clock: { now: () => now, after: () => () => undefined },
    crypto,
    readHtml: (html: string) => html,
    fetch: () => Promise.reject(new Error("no fetch is faked")),
    page: {},
  };
  const model = new RunModel({
    now: () => now,
    async readPlace() {
      const { redirectUrl } = await send("login.redirect-url", {});
      return { redirectUri: redirectUrl, messageUri: "", pageOrigin: "" };
    },
    loadRunner: async () => (tenantId, run, context) => performRun(tenantId, run, port, context),
    ...given,
  });
  model.set("responseType", "token id_token");
  return model;
}

/** Creates the models of the Run tab, without stored presets and runs. */
export function createRunModels(
  send: CommandSender,
  tenant: ReadonlySignal<Tenant | undefined>,
  given: Partial<RunPort> = {},
): RunModels {
  let count = 0;
  const createId = () => `${(count += 1)}`;
  const store = createFakeWorker();
  store.answer("preset.list", { presets: [] });
  store.answer("run.list", { runs: [] });
  store.answer("run.record", {});
  const shared = { send: store.send, tenant, operations: catalogue, createId };
  return {
    run: createRunModel(send, { tenant, ...given }),
    history: new HistoryModel(shared),
    offers: new TokenOffers(),
    presets: new PresetsModel({ ...shared, download: () => undefined, now: () => now }),
    views: {
      result: createLazyPart(async () => ({ ShownRun })),
      saved: createLazyPart(async () => ({
        Presets,
        History,
        PastedAddress,
        address: new AddressModel(),
      })),
    },
  };
}
