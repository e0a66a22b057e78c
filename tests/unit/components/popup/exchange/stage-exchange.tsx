import { signal } from "@preact/signals";
import { Confirmation } from "../../../../../components/popup/confirmation/Confirmation.tsx";
import { ExchangeTab } from "../../../../../components/popup/exchange/ExchangeTab.tsx";
import { ProfileFilter } from "../../../../../components/popup/ProfileFilter.tsx";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { ConfirmationModel } from "../../../../../lib/models/confirmation-model.ts";
import { ExchangeChangeModel } from "../../../../../lib/models/exchange/exchange-change-model.ts";
import type { ExchangeDraft } from "../../../../../lib/models/exchange/exchange-draft.ts";
import { ExchangeFilterModel } from "../../../../../lib/models/exchange/exchange-filter-model.ts";
import { ExchangeFormModel } from "../../../../../lib/models/exchange/exchange-form-model.ts";
import { ExchangeListModel } from "../../../../../lib/models/exchange/exchange-list-model.ts";
import { ExchangeRunModel } from "../../../../../lib/models/exchange/exchange-run-model.ts";
import { createMemoryDraft } from "../../../lib/models/memory-draft.ts";
import { createFakeWorker, now as start, tenant, type FakeWorker } from "../../fake-worker.ts";
import { perform, show } from "../../show.ts";
import { showSince } from "../show-since.tsx";

export const legacy = {
  id: "tep_1",
  name: "Legacy",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_1",
  type: "custom_authentication",
};

/** The models of the tab, as the popup's entry point wires them. */
export function makeExchangeModels(worker: FakeWorker, draft?: ExchangeDraft) {
  const confirmation = new ConfirmationModel();
  const now = signal(start);
  const list = new ExchangeListModel({ send: worker.send });
  const drafts = createMemoryDraft<ExchangeDraft>(draft);
  const { send } = worker;
  const change = new ExchangeChangeModel({
    send,
    confirm: confirmation,
    now: () => start,
    onChanged: list.put,
    onDeleted: list.drop,
  });
  const exchange = {
    list,
    now,
    form: new ExchangeFormModel({
      send,
      confirm: confirmation,
      drafts: () => drafts,
      profiles: list.profiles,
      now: () => start,
      onCreated: list.put,
    }),
    change,
    filter: { model: new ExchangeFilterModel({ list, change }), View: ProfileFilter },
    run: new ExchangeRunModel({ send, now: () => start }),
    Since: showSince,
  };
  return { confirmation, exchange, now };
}

/** Shows the tab of a tenant with these profiles, or with a failing list. */
export async function showExchange(
  given: {
    profiles?: object[];
    draft?: ExchangeDraft;
    /** The input of a creation whose response was lost nine milliseconds ago. */
    lost?: ExchangeDraft["form"];
    at?: Tenant;
    worker?: FakeWorker;
  } = {},
) {
  const worker = given.worker ?? createFakeWorker();
  if (given.worker === undefined)
    worker.answer("token-exchange-profile.list", { profiles: given.profiles ?? [] });
  const body = { ...given.lost, type: "custom_authentication" };
  const creations = given.lost === undefined ? [] : [{ body, sentAt: start - 9, isInDoubt: true }];
  worker.answer("token-exchange-profile.list-creations", { creations });
  worker.answer("token-exchange-profile.acknowledge-creation", {});
  const at = given.at ?? tenant;
  const { confirmation, exchange, now } = makeExchangeModels(worker, given.draft);
  const place = await show(
    <>
      <ExchangeTab models={exchange} tenant={at} />
      <Confirmation model={confirmation} />
    </>,
  );
  await perform(async () => {
    await exchange.list.show(at.id);
    await exchange.form.show(at);
  });
  const sentOf = (command: string) =>
    worker.sent.filter((one) => one.command === command).map(({ request }) => request);
  return { place, worker, now, sentOf };
}
