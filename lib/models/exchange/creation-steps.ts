import { batch } from "@preact/signals";
import type { CreationOutcome } from "../../management/exchange/profile-creation.ts";
import type { TokenExchangeProfileBody } from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CommandResponse, PendingCreation } from "../../messages/commands.ts";
import type { GrantedChange } from "../confirmation-model.ts";
import { describeFailed, isRefusedSend, readOutcome, type ChangeResult } from "../sent-change.ts";
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

/** The outcome of a creation as the page shows it. */
type CreationResult = ChangeResult<CreationOutcome>;

/** The creations of token exchange profiles; the worker sends them and keeps their outcomes. */
function createExchangeCreations(send: CommandSender) {
  return {
    /** Reads the creation that an earlier popup began. */
    async find(tenantId: string): Promise<PendingCreation | undefined> {
      try {
        const read = await send("token-exchange-profile.list-creations", { tenantId });
        return read.creations.at(-1);
      } catch {
        // The form can be filled in without this creation; the worker rejects a second one.
        return undefined;
      }
    },
    /**
     * Drops a creation whose outcome is shown; `evenInDoubt` also drops a creation without a
     * result.
     */
    acknowledge(tenantId: string, { evenInDoubt }: { evenInDoubt: boolean }): void {
      // If this fails, the worker reports the outcome to the next popup again.
      const request = { tenantId, evenInDoubt };
      send("token-exchange-profile.acknowledge-creation", request).catch(() => undefined);
    },
    send: (tenantId: string, granted: GrantedChange, body: TokenExchangeProfileBody) =>
      readOutcome(
        send("token-exchange-profile.create", { tenantId, ...granted, body }).then(toResult),
        isRefusedSend,
      ),
    /** Finds the outcome of a creation that this page did not send, or whose response was lost. */
    check: (tenantId: string, body: TokenExchangeProfileBody) =>
      readOutcome(
        send("token-exchange-profile.check-creation", { tenantId, body }).then(toResult),
        // A failed check says nothing about the creation.
        () => false,
      ),
  };
}

function toResult(
  outcome: CommandResponse<"token-exchange-profile.check-creation">,
): CreationResult {
  return outcome.kind === "unknown" || outcome.kind === "refused"
    ? describeFailed(outcome)
    : outcome;
}
