import { signal } from "@preact/signals";
import { ConnectionProfiles } from "../../../../../components/popup/connections/ConnectionProfiles.tsx";
import type { ConnectionProfile } from "../../../../../lib/management/connections/connection-profile.ts";
import type { ConnectionDraft } from "../../../../../lib/models/connections/connection-draft.ts";
import { ConnectionProfilesModel } from "../../../../../lib/models/connections/connection-profiles-model.ts";
import type { PendingUpdate } from "../../../../../lib/messages/commands.ts";
import type { Tenant } from "../../../../../lib/messages/tenant.ts";
import { createFakeWorker, now, tenant, type FakeWorker } from "../../fake-worker.ts";
import { click, findButton, perform, show } from "../../show.ts";
import { showSince } from "../show-since.tsx";

export const workforce = {
  id: "cop_1",
  name: "workforce",
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim"],
  organization: { show_as_button: "required", theme: "dark" },
  strategy_overrides: { okta: { enabled_features: ["universal_logout"], quota: 3 } },
};

const selectedTenant = signal<Tenant | undefined>(tenant);

/** Shows the connection profiles of a tenant; the worker sends planned responses. */
export async function showProfiles(
  profiles: readonly ConnectionProfile[] = [workforce],
  kept: ConnectionDraft[] = [],
  updates: PendingUpdate[] = [],
) {
  const worker = createFakeWorker();
  worker.answer("connection-profile.list", { profiles });
  worker.answer("connection-profile.list-updates", { updates });
  worker.answer("connection-profile.acknowledge-update", {});
  let drafts: ConnectionDraft[] = kept;
  const model = new ConnectionProfilesModel({
    send: worker.send,
    tenant: selectedTenant,
    now: () => now,
    confirm: { request: async () => ({}) },
    drafts: {
      read: async () => drafts,
      write: async (next) => {
        drafts = next;
      },
      remove: async () => {
        drafts = [];
      },
    },
  });
  const place = await show(<ConnectionProfiles model={model} Since={showSince} />);
  // The list is loaded once the view is shown.
  await perform(() => undefined);
  return { place, worker, model };
}

/** Shows the connection profiles with the first one opened. */
export async function showWorkforce(...given: Parameters<typeof showProfiles>) {
  const shown = await showProfiles(...given);
  const row = shown.place.querySelector("button.row");
  if (row instanceof HTMLElement) await click(row);
  return shown;
}

/** Plans this profile as the response to updates. */
export function answerUpdate(worker: FakeWorker, profile: ConnectionProfile): void {
  worker.answer("connection-profile.update", { kind: "updated", profile, isFound: false });
}

/** Reviews and sends the input. */
export async function sendChanges(place: HTMLElement): Promise<void> {
  await click(findButton(place, "Review changes"));
  await click(findButton(place, "Send changes"));
}
