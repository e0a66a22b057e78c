import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import {
  defaultStreamPreferences,
  type EventRule,
  type StreamMode,
  type StreamPreferences,
} from "../../messages/stream-preferences.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { toFailure, type Failure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export interface StreamPreferencesPort {
  send: CommandSender;
  hasNotificationPermission(): Promise<boolean>;
  /** Requests the permission from the user. Browsers allow this only in the handler of a click. */
  requestNotificationPermission(): Promise<boolean>;
  /** The tenant as the worker stores it. Unedited fields follow it. */
  tenant: ReadonlySignal<Tenant | undefined>;
}

/** The fields of the form as they are entered. */
export interface PreferencesForm {
  mode: StreamMode;
  /** Undefined for every type, including future ones. */
  eventTypes: readonly string[] | undefined;
  defaultRule: EventRule;
  rules: Readonly<Record<string, EventRule>>;
  hasQuietHours: boolean;
  quietFrom: string;
  quietTo: string;
  keepEvents: string;
  keepDays: string;
}

export type SavingState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved" }
  | { kind: "failed"; failure: Failure };

export type NotificationPermission = "unknown" | "granted" | "missing" | "refused";

function toForm(preferences: StreamPreferences): PreferencesForm {
  const { quietHours, keep, eventTypes } = preferences;
  return {
    mode: preferences.mode,
    eventTypes: eventTypes.length === 0 ? undefined : eventTypes,
    defaultRule: preferences.defaultRule,
    rules: preferences.rules,
    hasQuietHours: quietHours !== undefined,
    quietFrom: quietHours?.from ?? "22:00",
    quietTo: quietHours?.to ?? "07:00",
    keepEvents: String(keep.events),
    keepDays: String(keep.days),
  };
}

/** Parses a whole number within bounds; returns undefined for any other text. */
function readNumber(text: string, min: number, max: number): number | undefined {
  const number = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

type Problems = Partial<
  Record<"eventTypes" | "quietFrom" | "quietTo" | "keepEvents" | "keepDays", string>
>;

/** Validates the form. The bounds must be those of `streamPreferencesSchema`. */
function readForm(form: PreferencesForm): {
  problems: Problems;
  preferences: StreamPreferences | undefined;
} {
  const problems: Problems = {};
  const events = readNumber(form.keepEvents, 100, 1_000_000);
  const days = readNumber(form.keepDays, 1, 3_650);
  if (events === undefined) problems.keepEvents = "Enter a whole number from 100 to 1000000.";
  if (days === undefined) problems.keepDays = "Enter a whole number of days from 1 to 3650.";
  if (form.eventTypes?.length === 0)
    problems.eventTypes = "Select at least one type, or all types.";
  if (form.hasQuietHours && !timeOfDay.test(form.quietFrom))
    problems.quietFrom = "Enter a time such as 22:00.";
  if (form.hasQuietHours && !timeOfDay.test(form.quietTo))
    problems.quietTo = "Enter a time such as 07:00.";
  else if (form.hasQuietHours && form.quietFrom === form.quietTo)
    problems.quietTo = "The end must differ from the start.";
  if (Object.keys(problems).length > 0 || events === undefined || days === undefined)
    return { problems, preferences: undefined };
  return {
    problems,
    preferences: {
      mode: form.mode,
      eventTypes: [...(form.eventTypes ?? [])],
      defaultRule: form.defaultRule,
      rules: { ...form.rules },
      ...(form.hasQuietHours ? { quietHours: { from: form.quietFrom, to: form.quietTo } } : {}),
      keep: { events, days },
    },
  };
}

/** Edits the stream preferences of a tenant: mode, types, notifications and retention. */
export const StreamPreferencesModel = createModel((port: StreamPreferencesPort) => {
  /** The edited fields by tenant. All other fields follow the worker. */
  const edited = signal<ReadonlyMap<string, Partial<PreferencesForm>>>(new Map());
  const lastSaving = signal<{ tenantId: string; state: SavingState } | undefined>(undefined);
  const permission = signal<NotificationPermission>("unknown");
  /**
   * The last saved form. The form replaces the preferences of the tenant `over` until the worker
   * sends the new preferences. The worker may confirm the command before that.
   */
  const saved = signal<{ over: Tenant; form: PreferencesForm } | undefined>(undefined);
  effect(() => {
    const { value: last } = saved;
    const { value: tenant } = port.tenant;
    if (tenant?.id === last?.over.id && tenant?.stream !== last?.over.stream)
      saved.value = undefined;
  });

  const own = computed(() => edited.value.get(port.tenant.value?.id ?? ""));
  const form = computed((): PreferencesForm => {
    const { value: tenant } = port.tenant;
    const last = saved.value?.over.id === tenant?.id ? saved.value : undefined;
    const known = last?.form ?? toForm(tenant?.stream ?? defaultStreamPreferences);
    return { ...known, ...own.value };
  });
  const read = computed(() => readForm(form.value));
  const saving = computed((): SavingState => {
    const { value: last } = lastSaving;
    const { value: tenant } = port.tenant;
    return last !== undefined && last.tenantId === tenant?.id ? last.state : { kind: "idle" };
  });

  /** Sets a tenant's edited fields; undefined discards them. */
  const setEdited = (tenantId: string, changes: Partial<PreferencesForm> | undefined) => {
    const all = new Map(edited.peek());
    if (changes === undefined) all.delete(tenantId);
    else all.set(tenantId, changes);
    edited.value = all;
  };
  const change = (changes: Partial<PreferencesForm>) => {
    const tenant = port.tenant.peek();
    if (tenant === undefined || saving.peek().kind === "saving") return;
    batch(() => {
      setEdited(tenant.id, { ...own.peek(), ...changes });
      lastSaving.value = undefined;
    });
  };

  return {
    form,
    problems: computed(() => read.value.problems),
    /** The entered limits of the log; undefined while they are invalid. */
    keep: computed(() => read.value.preferences?.keep),
    /** True if a field was edited since it was last saved or discarded. */
    isChanged: computed(() => own.value !== undefined),
    saving,
    permission: readOnly(permission),
    /** True if any type causes notifications, which need a permission. */
    wantsNotifications: computed(() => {
      const { defaultRule, rules } = form.value;
      return defaultRule === "notify" || Object.values(rules).includes("notify");
    }),

    set: change,
    /** Sets the rule of a type; undefined removes it, so that the default applies. */
    setRule(type: string, rule: EventRule | undefined): void {
      const { [type]: _, ...others } = form.peek().rules;
      change({ rules: rule === undefined ? others : { ...others, [type]: rule } });
    },
    async save(): Promise<void> {
      const tenantId = port.tenant.peek()?.id;
      const { preferences } = read.peek();
      const sent = own.peek();
      if (tenantId === undefined || preferences === undefined || sent === undefined) return;
      if (saving.peek().kind === "saving") return;
      const setSaving = (state: SavingState) => {
        lastSaving.value = { tenantId, state };
      };
      setSaving({ kind: "saving" });
      try {
        await port.send("stream.configure", { tenantId, preferences });
        const tenant = port.tenant.peek();
        batch(() => {
          if (edited.peek().get(tenantId) === sent) setEdited(tenantId, undefined);
          if (tenant?.id === tenantId) saved.value = { over: tenant, form: toForm(preferences) };
          setSaving({ kind: "saved" });
        });
      } catch (error) {
        setSaving({ kind: "failed", failure: toFailure(error) });
      }
    },
    /** Discards the edited fields of the selected tenant. */
    discard(): void {
      const tenantId = port.tenant.peek()?.id;
      if (tenantId === undefined) return;
      batch(() => {
        setEdited(tenantId, undefined);
        lastSaving.value = undefined;
      });
    },
    /** Discards the edited fields of all tenants. */
    forget(): void {
      batch(() => {
        edited.value = new Map();
        saved.value = undefined;
        lastSaving.value = undefined;
      });
    },
    /**
     * Reads the browser's permission for notifications. A refusal is shown until the permission is
     * granted.
     */
    async checkPermission(): Promise<void> {
      const isGranted = await port.hasNotificationPermission();
      if (isGranted || permission.peek() !== "refused")
        permission.value = isGranted ? "granted" : "missing";
    },
    /** Requests the permission from the user. Call this only in the handler of a click. */
    async askPermission(): Promise<void> {
      try {
        const isGranted = await port.requestNotificationPermission();
        permission.value = isGranted ? "granted" : "refused";
      } catch {
        permission.value = "refused";
      }
    },
  };
});
