import type { CommandSender } from "../../lib/messages/command-channel.ts";
import { seenTokensKey } from "../../lib/messages/session-keys.ts";
import {
  watchForgottenTenants,
  type PublishedTenants,
} from "../../lib/models/tokens/forgotten-tenants.ts";
import {
  createPrivateTokens,
  createSharedTokens,
  forgetTokensOf,
  type SeenTokens,
} from "../../lib/models/tokens/seen-tokens.ts";
import { isPrivateWindow } from "../../lib/platform/private-window.ts";
import { watchSession } from "../../lib/platform/session-changes.ts";

/** Creates the list of the tokens that this panel and the popup have seen. */
export function createSeenTokens(send: CommandSender, tenants: PublishedTenants): SeenTokens {
  if (isPrivateWindow()) {
    const own = createPrivateTokens();
    watchForgottenTenants(tenants, ({ id }) => void forgetTokensOf(id, own));
    return own;
  }
  return createSharedTokens(send, (onChange) => watchSession(seenTokensKey, onChange));
}
