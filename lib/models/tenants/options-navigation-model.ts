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
import { readOnly } from "../read-only.ts";

/** The shown section: a part of the chosen tenant, a new tenant, or the data on this device. */
export type OptionsSection = OptionsPart | "new" | "data";

/** An entry in the history of the tab. */
export interface HistoryEntry {
  /** The fragment of the address, with its `#`. */
  hash: string;
  /** The page's state for the entry: the reference of its tenant. */
  mark: unknown;
}

/** The history of this page's tab. */
export interface PageHistory {
  push(entry: HistoryEntry): void;
  replace(entry: HistoryEntry): void;
  /** Sets the mark of the current entry. */
  mark(mark: unknown): void;
}

export interface OptionsNavigationPort {
  history: PageHistory;
  /** The entry at which the page was opened or reloaded. */
  opened: HistoryEntry;
  tenants: ReadonlySignal<readonly TenantActivity[]>;
  choice: Pick<InstanceType<typeof TenantChoiceModel>, "tenant" | "choose">;
  form: Pick<InstanceType<typeof TenantFormModel>, "target" | "add" | "edit" | "cancel">;
}

/**
 * The last navigation of the user. After a link from another page, a control for its task may get
 * the focus.
 */
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
 * Selects the section and the tenant that the options page shows. The address contains only the
 * section, and the history entry only the tenant's random reference: browsers store both on disk.
 */
export const OptionsNavigationModel = createModel((port: OptionsNavigationPort) => {
  const { history, choice, form } = port;
  const wanted = signal<OptionsSection>("tenant");
  const arrival = signal<OptionsArrival | undefined>(undefined);
  /** The mark of the entry at which the page was opened, until the worker has sent the tenants. */
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

  // Mark the entry with each tenant that it shows, so that Back leads to the last one.
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
    /** Undefined until the user navigates: opening the page must not move the focus. */
    arrival: readOnly(arrival),

    /** Shows a history entry, after a link of the page or the browser's Back and Forward. */
    follow({ hash, mark }: HistoryEntry): void {
      batch(() => {
        const id = tenantAt(mark, port.tenants.peek());
        if (id !== undefined) choice.choose(id);
        enter(readSection(hash) ?? "tenant");
        history.mark(markOf(choice.tenant.peek()?.id));
        arrive();
      });
    },

    /** Shows another tenant in the same section. */
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

    /** Shows the target of a link from another page. Replaces the history entry. */
    showPlace(place: OptionsPlace): void {
      const { part } = place;
      const tenantId = part === "new" ? choice.tenant.peek()?.id : place.tenantId;
      batch(() => {
        history.replace({ hash: writeHash(part), mark: markOf(tenantId) });
        if (tenantId !== undefined) choice.choose(tenantId);
        enter(part);
        arrive(true);
      });
    },

    /**
     * Shows a tenant after its save. Stays in another section if the user has gone there during the
     * save.
     */
    showSaved: (tenantId: string): void => {
      batch(() => {
        if (section.peek() === "new") {
          wanted.value = "tenant";
          history.replace({ hash: writeHash("tenant"), mark: markOf(tenantId) });
        }
        choice.choose(tenantId);
      });
    },

    /** Discards a new tenant and shows the chosen one. */
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
