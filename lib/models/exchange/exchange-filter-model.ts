import { createModel } from "@preact/signals";
import { createProfileFilter } from "../profile-filter.ts";
import type { ExchangeChangeModel } from "./exchange-change-model.ts";
import type { ExchangeListModel } from "./exchange-list-model.ts";

export interface ExchangeFilterPort {
  list: Pick<InstanceType<typeof ExchangeListModel>, "profiles" | "tenantId">;
  change: Pick<InstanceType<typeof ExchangeChangeModel>, "state">;
}

/** Filters token exchange profiles by name, type, action and id. */
export const ExchangeFilterModel = createModel(({ list, change }: ExchangeFilterPort) =>
  createProfileFilter({
    tenantId: list.tenantId,
    items: list.profiles,
    writeText: ({ name, subject_token_type: type, action_id: action, id }) =>
      [name, type, action, id].join("\n"),
    isBeingEdited: ({ id }) => {
      const { value: state } = change.state;
      return "profile" in state && state.profile.id === id;
    },
  }),
);
