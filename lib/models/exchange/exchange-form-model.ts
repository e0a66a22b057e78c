import { batch, computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import { findDuplicateType } from "../../management/exchange/find-duplicate-type.ts";
import {
  checkTokenExchangeProfile,
  type TokenExchangeProfile,
  type TokenExchangeProfileBody,
} from "../../management/exchange/token-exchange-profile.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { Confirmer } from "../confirmation-model.ts";
import type { DraftPort } from "../draft-port.ts";
import {
  freshExchangeForm,
  isFresh,
  type CreateUnderWay,
  type ExchangeDraft,
  type ExchangeForm,
} from "./exchange-draft.ts";
import { placeRefusal } from "../refusal-words.ts";
import { toFailure, type Failure } from "../failure.ts";
import { placeFieldMessages } from "../field-messages.ts";
import { isAnswerLost } from "../lost-answer.ts";

export interface ExchangeFormPort {
  send: CommandSender;
  confirm: Confirmer;
  /** Unix time in ms. */
  now(): number;
  /** Where the draft of one tenant is kept. */
  drafts(tenantId: string): DraftPort<ExchangeDraft>;
  /** The profiles that are listed, as far as they are known. */
  profiles: ReadonlySignal<readonly TokenExchangeProfile[]>;
  onCreated(tenantId: string, profile: TokenExchangeProfile): void;
}

export type ExchangeFormState =
  | { kind: "editing" }
  | { kind: "sending" }
  /** `sentAt` is when it was asked for: Unix time in ms. */
  | { kind: "created"; profile: TokenExchangeProfile; sentAt: number }
  | { kind: "failed"; failure: Failure }
  /** Nobody here knows what became of the last create. `failure` says why; once `isChecked`, why looking for it failed. */
  | { kind: "lost"; create: CreateUnderWay; failure?: Failure; isChecked: boolean }
  | { kind: "checking"; create: CreateUnderWay }
  /** The tenant was asked, and has no such profile. */
  | { kind: "absent" };

const type = "custom_authentication";

/** The form of a new token exchange profile: checked while it is filled in, kept until the tenant has it. */
export const ExchangeFormModel = createModel((port: ExchangeFormPort) => {
  const tenant = signal<Tenant | undefined>(undefined);
  const form = signal(freshExchangeForm);
  const state = signal<ExchangeFormState>({ kind: "editing" });
  const wasTried = signal(false);
  const isOpen = signal(false);
  /** Tenants at which this page itself still waits for an answer. */
  const underWay = new Set<string>();

  const checked = computed(() => checkTokenExchangeProfile({ ...form.value, type }));
  const duplicate = computed(() =>
    findDuplicateType(port.profiles.value, form.value.subject_token_type),
  );
  const isTouched = computed(() => !isFresh(form.value));
  const problems = computed((): Record<string, string> => {
    const { value: found } = checked;
    const { value: isTried } = wasTried;
    const { value: twice } = duplicate;
    const { value: current } = state;
    const known = found.ok || !isTried ? {} : placeFieldMessages(found.errors);
    const all = twice === undefined ? known : { ...known, [twice.field]: twice.message };
    if (current.kind !== "failed") return all;
    return { ...all, ...placeRefusal(current.failure, Object.keys(freshExchangeForm)) };
  });
  const warnings = computed((): Record<string, string> => {
    const { name } = form.value;
    const { value: found } = checked;
    const { value: isBegun } = isTouched;
    const isNameTaken = port.profiles.value.some((listed) => listed.name === name);
    const placed = placeFieldMessages(found.warnings);
    return isNameTaken && isBegun
      ? { ...placed, name: "Another profile has this name. The tenant takes it all the same." }
      : placed;
  });
  const isShown = (id: string) => tenant.peek()?.id === id;
  const isBusy = () => ["sending", "checking"].includes(state.peek().kind);

  /** Keeps what is typed; a store that fails costs the draft alone, and the form goes on. */
  const keep = async (id: string, draft: ExchangeDraft): Promise<void> => {
    const drafts = port.drafts(id);
    try {
      if (draft.underWay === undefined && isFresh(draft.form)) await drafts.remove();
      else await drafts.write(draft);
    } catch {
      // Nothing that the user could do about it, and nothing of theirs is lost while the page is open.
    }
  };

  const clear = (id: string) => {
    batch(() => {
      form.value = freshExchangeForm;
      wasTried.value = false;
      state.value = { kind: "editing" };
    });
    void keep(id, { form: freshExchangeForm });
  };

  const finish = (id: string, { sentAt }: CreateUnderWay, profile: TokenExchangeProfile) => {
    void keep(id, { form: freshExchangeForm });
    port.onCreated(id, profile);
    if (!isShown(id)) return;
    batch(() => {
      form.value = freshExchangeForm;
      wasTried.value = false;
      state.value = { kind: "created", profile, sentAt };
    });
  };

  return {
    form: computed(() => form.value),
    state: computed(() => state.value),
    /** Whether the form is in view, in place of the list. */
    isOpen: computed(() => isOpen.value),
    /** Whether something is typed that is not sent yet. */
    hasDraft: isTouched,
    /** A sentence for each field that keeps the form from being sent, or that the service refused. */
    problems,
    /** A sentence for each field that the service may refuse. */
    warnings,

    /** Turns to a tenant and to what was typed for it. Opens the form when there is something. */
    async show(next: Tenant): Promise<void> {
      const before = tenant.peek();
      tenant.value = next;
      if (before?.id === next.id) return;
      // What was typed before any tenant was known was typed for this one.
      if (before !== undefined) {
        batch(() => {
          form.value = freshExchangeForm;
          state.value = { kind: "editing" };
          wasTried.value = false;
          isOpen.value = false;
        });
      }
      let draft: ExchangeDraft | undefined;
      try {
        draft = await port.drafts(next.id).read();
      } catch {
        return;
      }
      if (!isShown(next.id)) return;
      // What somebody began to type meanwhile goes before what was kept, but for a create of which nobody knows the end.
      if (!isFresh(form.peek()) && draft?.underWay === undefined) {
        void keep(next.id, { form: form.peek() });
        return;
      }
      if (draft === undefined) return;
      batch(() => {
        form.value = draft.form;
        isOpen.value = true;
        if (draft.underWay === undefined) return;
        state.value = underWay.has(next.id)
          ? { kind: "sending" }
          : { kind: "lost", create: draft.underWay, isChecked: false };
      });
    },

    open(): void {
      if (state.peek().kind === "created") state.value = { kind: "editing" };
      isOpen.value = true;
    },

    /** Back to the list; what is typed stays. */
    close(): void {
      isOpen.value = false;
      if (state.peek().kind === "created") state.value = { kind: "editing" };
    },

    set(change: Partial<ExchangeForm>): void {
      const id = tenant.peek()?.id;
      if (isBusy() || state.peek().kind === "lost") return;
      const next = { ...form.peek(), ...change };
      batch(() => {
        form.value = next;
        state.value = { kind: "editing" };
      });
      if (id !== undefined) void keep(id, { form: next });
    },

    /** Empties the form and forgets the draft. */
    clear(): void {
      const id = tenant.peek()?.id;
      if (id !== undefined && !isBusy()) clear(id);
    },

    /** Sends the form when it holds. Never sends while the fate of an earlier create is unknown. */
    async create(): Promise<void> {
      const at = tenant.peek();
      wasTried.value = true;
      const found = checked.peek();
      const isFree = !isBusy() && state.peek().kind !== "lost";
      if (at === undefined || !found.ok || duplicate.peek() !== undefined || !isFree) return;
      const body = found.value;
      const granted = await port.confirm.ask({
        tenant: at,
        title: `Create the profile ${JSON.stringify(body.name)}?`,
        button: "Create profile",
      });
      if (granted === undefined || !isShown(at.id) || isBusy()) return;
      state.value = { kind: "sending" };
      underWay.add(at.id);
      const sent = form.peek();
      const create = { body, sentAt: port.now() };
      // Kept before it is sent: whatever happens to this page from here on, the next one knows that it may have been made.
      await keep(at.id, { form: sent, underWay: create });
      try {
        const request = { tenantId: at.id, ...granted, body };
        const profile = await port.send("token-exchange-profile.create", request);
        finish(at.id, create, profile);
      } catch (error) {
        const failure = toFailure(error);
        const isLost = isAnswerLost(failure);
        if (!isLost) void keep(at.id, { form: sent });
        if (isShown(at.id))
          state.value = isLost
            ? { kind: "lost", create, failure, isChecked: false }
            : { kind: "failed", failure };
      } finally {
        underWay.delete(at.id);
      }
    },

    /** Looks whether the create whose answer was lost was made after all. */
    async check(): Promise<void> {
      const at = tenant.peek();
      const current = state.peek();
      if (at === undefined || current.kind !== "lost") return;
      const { create } = current;
      state.value = { kind: "checking", create };
      try {
        const request = { tenantId: at.id, body: create.body };
        const { profile } = await port.send("token-exchange-profile.find", request);
        if (profile !== undefined) {
          finish(at.id, create, profile);
          return;
        }
        void keep(at.id, { form: toForm(create.body) });
        if (isShown(at.id)) state.value = { kind: "absent" };
      } catch (error) {
        if (isShown(at.id))
          state.value = { kind: "lost", create, failure: toFailure(error), isChecked: true };
      }
    },
  };
});

function toForm({ name, subject_token_type, action_id }: TokenExchangeProfileBody): ExchangeForm {
  return { name, subject_token_type, action_id };
}
