import {
  batch,
  computed,
  createModel,
  effect,
  signal,
  untracked,
  type ReadonlySignal,
} from "@preact/signals";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import type { OptionsPart, OptionsPlace } from "../../messages/options-place.ts";
import type { TenantChoiceModel } from "./tenant-choice-model.ts";
import type { TenantFormModel } from "./tenant-form-model.ts";

/** One section is shown at a time: a part of the chosen tenant, a new tenant, or the data on this device. */
export type OptionsSection = OptionsPart | "new" | "data";

/** An entry in the history of the tab. */
export interface HistoryEntry {
  /** The fragment of the address, with its `#`. */
  hash: string;
  /** What the page attached to the entry. */
  mark: unknown;
}

/** The history of this page's tab. */
export interface PageHistory {
  push(entry: HistoryEntry): void;
  replace(entry: HistoryEntry): void;
  /** Attaches something to the entry that is shown. */
  mark(mark: unknown): void;
}

export interface OptionsNavigationPort {
  history: PageHistory;
  /** The entry that the page was opened at, or reloaded at. */
  opened: HistoryEntry;
  tenants: ReadonlySignal<readonly TenantActivity[]>;
  choice: Pick<InstanceType<typeof TenantChoiceModel>, "tenant" | "choose">;
  form: Pick<InstanceType<typeof TenantFormModel>, "target" | "add" | "edit" | "cancel">;
}

/** The last move of the user; a link from another page leads to what is to be done there. */
export interface OptionsArrival {
  section: OptionsSection;
  isByLink: boolean;
}

const sections: readonly OptionsSection[] = ["tenant", "credential", "stream", "new", "data"];

function readSection(hash: string): OptionsSection | undefined {
  return sections.find((section) => hash === writeHash(section));
}

const writeHash = (section: OptionsSection): string => `#${section}`;

/**
 * Decides which section of which tenant the options page shows. The address names the section alone,
 * and an entry of the history carries the tenant's random reference: browsers keep both on disk.
 */
export const OptionsNavigationModel = createModel((port: OptionsNavigationPort) => {
  const { history, choice, form } = port;
  const wanted = signal<OptionsSection>("tenant");
  const arrival = signal<OptionsArrival | undefined>(undefined);
  /** The tenant of the entry that a reload shows again, until the worker has told of the tenants. */
  const reloaded = signal<unknown>(port.opened.mark);

  const section = computed((): OptionsSection => {
    if (wanted.value === "data") return "data";
    if (form.target.value === undefined) return "new";
    return wanted.value === "new" ? "tenant" : wanted.value;
  });

  const markOf = (tenantId: string | undefined): string | null =>
    port.tenants.peek().find(({ tenant }) => tenant.id === tenantId)?.ref ?? null;
  const tenantAt = (mark: unknown, tenants: readonly TenantActivity[]): string | undefined =>
    typeof mark === "string" ? tenants.find(({ ref }) => ref === mark)?.tenant.id : undefined;

  const enter = (next: OptionsSection): void => {
    wanted.value = next;
    if (next === "new") {
      form.add();
      return;
    }
    const tenant = choice.tenant.peek();
    if (next !== "data" && tenant !== undefined) form.edit(tenant);
  };
  const arrive = (isByLink = false): void => {
    arrival.value = { section: section.peek(), isByLink };
  };

  enter(readSection(port.opened.hash) ?? "tenant");

  // Back leads to the tenant that an entry showed last, also where it came to be another one.
  effect(() => {
    const id = choice.tenant.value?.id;
    if (id !== undefined) untracked(() => history.mark(markOf(id)));
  });
  effect(() => {
    if (reloaded.value === undefined || port.tenants.value.length === 0) return;
    const id = tenantAt(reloaded.value, port.tenants.value);
    reloaded.value = undefined;
    if (id !== undefined) untracked(() => choice.choose(id));
  });

  return {
    section,
    /** Undefined until the user moves: a page that opens leaves the focus alone. */
    arrival: computed(() => arrival.value),

    /** Follows a link of the page, or back and forward of the browser. */
    follow({ hash, mark }: HistoryEntry): void {
      batch(() => {
        const id = tenantAt(mark, port.tenants.peek());
        if (id !== undefined) choice.choose(id);
        enter(readSection(hash) ?? "tenant");
        history.mark(markOf(choice.tenant.peek()?.id));
        arrive();
      });
    },

    /** Shows another tenant, at the part that is shown of this one. */
    showTenant(tenantId: string): void {
      batch(() => {
        const shown = section.peek();
        const next = shown === "new" || shown === "data" ? "tenant" : shown;
        history.push({ hash: writeHash(next), mark: markOf(tenantId) });
        choice.choose(tenantId);
        enter(next);
        arrive();
      });
    },

    /** Shows what a link from another page is about, in place of that link. */
    showPlace({ tenantId, part }: OptionsPlace): void {
      batch(() => {
        history.replace({ hash: writeHash(part), mark: markOf(tenantId) });
        choice.choose(tenantId);
        enter(part);
        arrive(true);
      });
    },

    /** Shows a tenant that was just saved, unless the user has moved on meanwhile. */
    showSaved: (tenantId: string): void => {
      batch(() => {
        if (section.peek() === "new") {
          wanted.value = "tenant";
          history.replace({ hash: writeHash("tenant"), mark: markOf(tenantId) });
        }
        choice.choose(tenantId);
      });
    },

    /** Gives up a new tenant and shows the chosen one. */
    cancelNew(): void {
      const tenant = choice.tenant.peek();
      if (tenant === undefined) return;
      batch(() => {
        form.cancel(tenant);
        enter("tenant");
        history.replace({ hash: writeHash("tenant"), mark: markOf(tenant.id) });
        arrive();
      });
    },
  };
});
