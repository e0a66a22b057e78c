import { batch } from "@preact/signals";
import type { TokenExchangeProfileBody } from "../../management/exchange/token-exchange-profile.ts";
import type { PendingCreation } from "../../messages/commands.ts";
import { createExchangeCreations, type CreationResult } from "./exchange-creations.ts";
import { freshExchangeForm, toForm } from "./exchange-draft.ts";
import type { ExchangeFormCore, ExchangeFormPort } from "./exchange-form-core.ts";
import { isBusy, type SentCreation } from "./exchange-form-state.ts";

/** Creates the steps that create a profile through the worker and show the outcome. */
export function createCreationSteps(
  port: ExchangeFormPort,
  core: ExchangeFormCore,
  /** Returns the body if the form can be sent. */
  readBody: () => TokenExchangeProfileBody | undefined,
) {
  const { tenant, state, wasTried } = core;
  const creations = createExchangeCreations(port.send);

  /**
   * Shows an outcome if its tenant is shown. Other outcomes stay in the worker, which reports each
   * when its tenant is shown again.
   */
  const settle = (
    id: string,
    create: SentCreation,
    result: CreationResult,
    options: { evenInDoubt: boolean },
  ): void => {
    const { kind } = state.peek();
    if (!core.isShown(id) || (kind !== "sending" && kind !== "checking")) return;
    if (result.kind === "unknown") {
      const { failure } = result;
      state.value = { kind: "lost", create, failure, isChecked: kind === "checking" };
      return;
    }
    creations.acknowledge(id, options);
    if (result.kind === "created") {
      const { profile } = result;
      void core.keep(id, { form: freshExchangeForm });
      port.onCreated(id, profile);
      core.reset({ kind: "created", profile, sentAt: create.sentAt });
    } else if (result.kind === "not-made") state.value = { kind: "absent" };
    else state.value = { kind: "failed", failure: result.failure };
  };

  const check = async (id: string, create: SentCreation): Promise<void> =>
    settle(id, create, await creations.check(id, create.body), { evenInDoubt: true });

  return {
    find: (id: string) => creations.find(id),
    giveUp: (id: string): void => creations.acknowledge(id, { evenInDoubt: true }),
    /**
     * Continues a creation that an earlier popup sent. Unless it is in doubt, checks its outcome at
     * once.
     */
    follow: (id: string, { isInDoubt, ...create }: PendingCreation): void => {
      batch(() => {
        core.form.value = toForm(create.body);
        state.value = isInDoubt
          ? { kind: "lost", create, isChecked: false }
          : { kind: "sending", create };
      });
      if (isInDoubt) return;
      void check(id, create);
    },

    /** Sends the form if it is valid, and no earlier creation is pending or in doubt. */
    async create(): Promise<void> {
      const at = tenant.peek();
      wasTried.value = true;
      const body = readBody();
      const isFree = !isBusy(state.peek()) && state.peek().kind !== "lost";
      if (at === undefined || body === undefined || !isFree) return;
      const granted = await port.confirm.request({
        tenant: at,
        title: `Create the profile ${JSON.stringify(body.name)}?`,
        button: "Create profile",
      });
      if (granted === undefined || !core.isShown(at.id) || isBusy(state.peek())) return;
      const create = { body, sentAt: port.now() };
      state.value = { kind: "sending", create };
      const result = await creations.send(at.id, granted, body);
      settle(at.id, create, result, { evenInDoubt: false });
    },

    /** Checks whether the creation whose response was lost has taken effect. */
    async check(): Promise<void> {
      const at = tenant.peek();
      const current = state.peek();
      if (at === undefined || current.kind !== "lost") return;
      const { create } = current;
      state.value = { kind: "checking", create };
      await check(at.id, create);
    },
  };
}
