import { signal } from "@preact/signals";
import type { PageStorage } from "../../../../../lib/models/tokens/read-page-storage.ts";
import { SeenTokensModel } from "../../../../../lib/models/tokens/seen-tokens-model.ts";
import {
  createPrivateTokens,
  type SeenTokens,
} from "../../../../../lib/models/tokens/seen-tokens.ts";
import { now } from "../../fake-worker.ts";

/** Creates a list of seen tokens. Its page rejects each read that a test did not fake. */
export function createSeenModel(
  given: {
    seen?: SeenTokens;
    readPage?: () => Promise<PageStorage>;
    onInspect?: (token: string) => void;
    onKeep?: (token: string) => void;
  } = {},
): InstanceType<typeof SeenTokensModel> {
  const inspected = signal<string | undefined>(undefined);
  return new SeenTokensModel({
    seen: given.seen ?? createPrivateTokens(),
    readPage: given.readPage ?? (() => Promise.reject(new Error("The page was read."))),
    now: () => now,
    schedule: () => () => undefined,
    inspected,
    inspect(token) {
      inspected.value = token;
      given.onInspect?.(token);
    },
    keep(token) {
      if (given.onKeep === undefined) throw new Error("A token was kept.");
      given.onKeep(token);
    },
    discard: () => undefined,
  });
}
