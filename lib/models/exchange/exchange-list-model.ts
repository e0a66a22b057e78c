import { createModel, signal } from "@preact/signals";
import type { TokenExchangeProfile } from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import { createProfileList } from "../profile-list.ts";
import { readOnly } from "../read-only.ts";

export interface ExchangeListPort {
  send: CommandSender;
}

/** The token exchange profiles of one tenant. */
export const ExchangeListModel = createModel((port: ExchangeListPort) => {
  const shownId = signal<string | undefined>(undefined);
  const list = createProfileList<TokenExchangeProfile>({
    tenantId: shownId,
    read: (tenantId) => port.send("token-exchange-profile.list", { tenantId }),
  });

  return {
    ...list,
    /** The tenant of the profiles. */
    tenantId: readOnly(shownId),
    /** Shows a tenant; loads its profiles unless they are known or being loaded. */
    async show(id: string): Promise<void> {
      shownId.value = id;
      const { kind } = list.state.peek();
      if (kind !== "read" && kind !== "reading") await list.read();
    },
  };
});
