import { batch, computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { createFormDrafts } from "./form-drafts.ts";
import { createTenantAttempt } from "./tenant-attempt.ts";
import { createTenantCheck } from "./tenant-check.ts";
import { checkTenantFields, fieldsOf, noTenantFields, type TenantFields } from "./tenant-fields.ts";

export interface TenantFormPort {
  send: CommandSender;
  /** The saved tenants. */
  tenants: ReadonlySignal<readonly TenantActivity[]>;
  /**
   * Asks the user for all patterns at once. Call this in the handler of a click, before any
   * `await`: browsers refuse a later request.
   */
  requestHostPermissions(patterns: string[]): Promise<boolean>;
  /** Shows a tenant that was saved while its form was in view. */
  showSaved(tenantId: string): void;
}

/** The form of a new or a saved tenant. Unsaved input stays with its tenant. */
export const TenantFormModel = createModel((port: TenantFormPort) => {
  const drafts = createFormDrafts(noTenantFields);
  const attempt = createTenantAttempt(port);
  /** Problems are shown after the first attempt, not while the user types for the first time. */
  const wasTried = signal(false);
  /**
   * True after the user asked for a new tenant: a tenant saved elsewhere must not replace its form.
   */
  const isNewRequested = signal(false);

  const checked = computed(() => checkTenantFields(drafts.fields.value));
  const check = createTenantCheck({ send: port.send, attempt, checked, wasTried });

  function resetAttempt(): void {
    wasTried.value = false;
    attempt.reset();
  }

  function show(id: string | undefined, values: TenantFields): void {
    const shown = drafts.target.peek();
    if (shown === id) {
      if (!drafts.isTouched.peek()) drafts.replace(id, values, false);
      return;
    }
    const isKept =
      shown === undefined || port.tenants.peek().some(({ tenant }) => tenant.id === shown);
    batch(() => {
      drafts.show(id, values, isKept);
      resetAttempt();
    });
  }

  function edit(tenant: Tenant): void {
    isNewRequested.value = false;
    show(tenant.id, fieldsOf(tenant));
  }

  function showSaved(
    tenant: Tenant,
    sent: TenantFields,
    service: { issuer: string; keyCount: number },
  ): void {
    const typed = drafts.fields.peek();
    // The worker may have published the saved tenant, which replaces fields without input.
    const isSame = typed === sent || !drafts.isTouched.peek();
    batch(() => {
      port.showSaved(tenant.id);
      // Input since the click is not saved, but the domain is: it identifies the tenant.
      const values = isSame ? fieldsOf(tenant) : { ...typed, domain: tenant.origin };
      drafts.replace(tenant.id, values, !isSame);
      isNewRequested.value = false;
      wasTried.value = false;
      attempt.setState({ kind: "saved", ...service });
    });
  }

  return {
    fields: drafts.fields,
    state: attempt.state,
    isBusy: attempt.isBusy,
    /** True while the form holds unsaved input. */
    isChanged: drafts.isTouched,
    /** The id of the edited tenant; undefined for a new one. */
    target: drafts.target,
    problems: computed(() => (wasTried.value ? checked.value.problems : {})),
    /** The tenant at the entered domain; undefined until a check has found it. */
    found: check.found,
    /** The name of the saved tenant that a new one would replace. */
    replaced: computed(() => {
      const [origin] = checked.value.origins;
      const known = port.tenants.value.find(({ tenant }) => tenant.id === origin);
      return drafts.target.value === undefined ? known?.tenant.name : undefined;
    }),

    set(change: Partial<TenantFields>): void {
      batch(() => {
        drafts.set(change);
        if (change.domain !== undefined) check.forget();
        if (!attempt.isBusy.peek()) attempt.setState({ kind: "idle" });
      });
    },

    /** Shows the form of a new tenant. */
    add(): void {
      isNewRequested.value = true;
      show(undefined, noTenantFields);
    },

    /** Shows a tenant that the user chose, and keeps the input for another one. */
    edit,

    /** Discards the input for a new tenant and shows a saved one. */
    cancel(tenant: Tenant): void {
      drafts.replace(drafts.target.peek(), drafts.fields.peek(), false);
      edit(tenant);
    },

    /** Shows the selected tenant, unless the user has begun a new one. */
    follow(tenant: Tenant | undefined): void {
      const isNew = drafts.target.peek() === undefined;
      if (tenant === undefined) {
        if (!isNew) show(undefined, noTenantFields);
        return;
      }
      const hasBegunNew = isNew && (isNewRequested.peek() || drafts.isTouched.peek());
      if (!hasBegunNew) edit(tenant);
    },

    /** Discards all input, for every tenant. */
    forget(): void {
      drafts.discard(() => true);
      batch(() => {
        drafts.replace(undefined, noTenantFields, false);
        isNewRequested.value = false;
        resetAttempt();
      });
    },

    /**
     * Checks that a tenant responds at each entered domain; stores nothing. This is the first step
     * of a new tenant.
     */
    check: () => check.perform(),

    /**
     * Requests the permissions for the tenant's hosts, checks that a tenant responds, and saves it.
     */
    async save(): Promise<void> {
      if (attempt.isBusy.peek()) return;
      wasTried.value = true;
      const target = drafts.target.peek();
      const sent = drafts.fields.peek();
      const asked = checked.peek();
      await attempt.perform("save", asked, async (isShown) => {
        const { details } = asked;
        if (details.customOrigin !== undefined) await check.find(details.customOrigin);
        const { tenant, ...service } = await port.send("tenant.save", details);
        drafts.discard((id) => id === target || id === tenant.id);
        if (isShown()) showSaved(tenant, sent, service);
      });
    },
  };
});
