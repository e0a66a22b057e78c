import { batch, computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import { permissionPatternOf } from "../../messages/domain.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { toFailure, type Failure } from "../failure.ts";
import {
  checkTenantFields,
  fieldsOf,
  noTenantFields,
  type CheckedTenantFields,
  type TenantFields,
} from "./tenant-fields.ts";

/** What the tenant form needs of its surroundings. */
export interface TenantFormPort {
  send: CommandSender;
  /** The tenants that there are already. */
  tenants: ReadonlySignal<readonly TenantActivity[]>;
  /** Asks the user for all of them at once; must be reached from a click without anything awaited before it. */
  requestHostPermissions(patterns: string[]): Promise<boolean>;
  /** Shows the tenant that was saved while its form was in view. */
  showSaved(tenantId: string): void;
}

/** What answers at an origin. */
export interface FoundTenant {
  origin: string;
  issuer: string;
  keyCount: number;
}

type TenantDeed = "check" | "save";

/** How checking and saving stand. */
export type TenantFormState =
  | { kind: "idle" }
  /** The browser asks the user for the hosts, where it has not been allowed them yet. */
  | { kind: "asking"; deed: TenantDeed }
  | { kind: "checking" }
  | { kind: "checked"; found: readonly FoundTenant[] }
  | { kind: "saving" }
  | { kind: "saved"; issuer: string; keyCount: number }
  | { kind: "denied"; deed: TenantDeed; origins: readonly string[] }
  | { kind: "failed"; deed: TenantDeed; failure: Failure };

function isUnderWay({ kind }: TenantFormState): boolean {
  return kind === "asking" || kind === "checking" || kind === "saving";
}

/** The form that describes a tenant: a new one, or one that there is already. What was typed for one stays with that one. */
export const TenantFormModel = createModel((port: TenantFormPort) => {
  /** The tenant that is edited; undefined for a new one. */
  const target = signal<string | undefined>(undefined);
  const fields = signal<TenantFields>(noTenantFields);
  const state = signal<TenantFormState>({ kind: "idle" });
  /** Problems show once somebody tried to save, not while they still type for the first time. */
  const wasTried = signal(false);
  const isTouched = signal(false);
  /** A new tenant was asked for with a click: no tenant that turns up meanwhile takes its place. */
  const isNewAskedFor = signal(false);
  /** What was typed for a tenant before another was shown, by its id. */
  const drafts = new Map<string | undefined, TenantFields>();
  /** Counts what is shown and asked: an answer for another tenant's form is left alone. */
  let current = 0;

  const checked = computed(() => checkTenantFields(fields.value));
  const isBusy = () => isUnderWay(state.peek());
  const knows = (id: string | undefined) =>
    id === undefined || port.tenants.peek().some(({ tenant }) => tenant.id === id);

  const show = (id: string | undefined, values: TenantFields) => {
    if (target.peek() === id) {
      if (!isTouched.peek()) fields.value = values;
      return;
    }
    if (isTouched.peek() && knows(target.peek())) drafts.set(target.peek(), fields.peek());
    const draft = drafts.get(id);
    drafts.delete(id);
    current += 1;
    batch(() => {
      target.value = id;
      fields.value = draft ?? values;
      isTouched.value = draft !== undefined;
      wasTried.value = false;
      state.value = { kind: "idle" };
    });
  };

  const edit = (tenant: Tenant) => {
    isNewAskedFor.value = false;
    show(tenant.id, fieldsOf(tenant));
  };

  /** Asks for every host the form names. Nothing may be awaited before it: a browser takes the request from a click alone. */
  const askFor = (origins: readonly string[]) =>
    port.requestHostPermissions([...new Set(origins.map(permissionPatternOf))]);

  async function find(origin: string): Promise<FoundTenant> {
    return { origin, ...(await port.send("tenant.check", { origin })) };
  }

  /** Does something with what the form says, once the browser lets us reach the hosts. */
  async function perform(
    deed: TenantDeed,
    work: (asked: CheckedTenantFields, isShown: () => boolean) => Promise<void>,
  ): Promise<void> {
    if (isBusy()) return;
    wasTried.value = true;
    // As it is at the click: the browser's question may stand for long, and the form with it.
    const asked = checked.peek();
    const { origins, problems } = asked;
    const isComplete = deed === "save" ? Object.keys(problems).length === 0 : origins.length > 0;
    if (!isComplete || "domain" in problems || "customDomain" in problems) return;
    state.value = { kind: "asking", deed };
    current += 1;
    const own = current;
    const isShown = () => own === current;
    try {
      const isAllowed = await askFor(origins);
      if (isShown()) {
        state.value = isAllowed
          ? { kind: deed === "save" ? "saving" : "checking" }
          : { kind: "denied", deed, origins };
      }
      if (isAllowed) await work(asked, isShown);
    } catch (error) {
      if (isShown()) state.value = { kind: "failed", deed, failure: toFailure(error) };
    }
  }

  return {
    fields: computed(() => fields.value),
    state: computed(() => state.value),
    isBusy: computed(() => isUnderWay(state.value)),
    /** Something was typed that is not saved yet. */
    isChanged: computed(() => isTouched.value),
    /** The id of the tenant that is edited; undefined while a new one is described. */
    target: computed(() => target.value),
    problems: computed(() => (wasTried.value ? checked.value.problems : {})),
    /** The tenant that a new one would take the place of. */
    replaced: computed(() => {
      const [origin] = checked.value.origins;
      const known = port.tenants.value.find(({ tenant }) => tenant.id === origin);
      return target.value === undefined ? known?.tenant.name : undefined;
    }),

    set(change: Partial<TenantFields>): void {
      batch(() => {
        fields.value = { ...fields.peek(), ...change };
        isTouched.value = true;
        if (!isBusy()) state.value = { kind: "idle" };
      });
    },

    /** Begins to describe a new tenant. */
    add(): void {
      isNewAskedFor.value = true;
      show(undefined, noTenantFields);
    },

    /** Shows a tenant that somebody chose; what was typed for another is kept. */
    edit,

    /** Gives up a new tenant and shows the one there is. */
    cancel(tenant: Tenant): void {
      isTouched.value = false;
      edit(tenant);
    },

    /** Shows the chosen tenant, unless somebody has begun to describe a new one. */
    follow(tenant: Tenant | undefined): void {
      if (tenant === undefined) {
        if (target.peek() !== undefined) show(undefined, noTenantFields);
        return;
      }
      const isDescribingNew =
        target.peek() === undefined && (isNewAskedFor.peek() || isTouched.peek());
      if (!isDescribingNew) edit(tenant);
    },

    /** Drops all that was typed, for every tenant. */
    forget(): void {
      current += 1;
      drafts.clear();
      batch(() => {
        target.value = undefined;
        fields.value = noTenantFields;
        isTouched.value = false;
        isNewAskedFor.value = false;
        wasTried.value = false;
        state.value = { kind: "idle" };
      });
    },

    /** Looks whether tenants answer at the domains that were entered; stores nothing. */
    check: (): Promise<void> =>
      perform("check", async ({ origins }, isShown) => {
        const found: FoundTenant[] = [];
        for (const origin of origins) found.push(await find(origin));
        if (isShown()) state.value = { kind: "checked", found };
      }),

    /** Asks for the permission of the tenant's hosts, checks that a tenant answers there, and stores it. */
    save: (): Promise<void> => {
      const asked = { target: target.peek(), fields: fields.peek() };
      return perform("save", async ({ details }, isShown) => {
        if (details.customOrigin !== undefined) await find(details.customOrigin);
        const { tenant, issuer, keyCount } = await port.send("tenant.save", details);
        drafts.delete(asked.target);
        drafts.delete(tenant.id);
        if (!isShown()) return;
        const typed = fields.peek();
        const isSame = typed === asked.fields;
        batch(() => {
          port.showSaved(tenant.id);
          target.value = tenant.id;
          isTouched.value = !isSame;
          isNewAskedFor.value = false;
          wasTried.value = false;
          // What was typed meanwhile is not saved yet; the domain is.
          fields.value = isSame ? fieldsOf(tenant) : { ...typed, domain: tenant.origin };
          state.value = { kind: "saved", issuer, keyCount };
        });
      });
    },
  };
});
