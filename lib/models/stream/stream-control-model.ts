import { batch, computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CommandRequest } from "../../messages/commands.ts";
import type { StreamMode } from "../../messages/stream-preferences.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { toFailure, type Failure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export interface StreamControlPort {
  send: CommandSender;
  tenant: ReadonlySignal<Tenant | undefined>;
}

export type ResumePlace = CommandRequest<"stream.resume-from">["from"];

/** Pauses and resumes the stream of the selected tenant. */
export const StreamControlModel = createModel((port: StreamControlPort) => {
  const isBusy = signal(false);
  /** The result of the last action, shown until the tenant or its `isPaused` changes. */
  const outcome = signal<
    { tenantId: string; isPaused: boolean; done?: string; failure?: Failure } | undefined
  >(undefined);
  const shownOutcome = computed(() => {
    const { value: tenant } = port.tenant;
    const { value: last } = outcome;
    const isCurrent =
      tenant !== undefined && tenant.id === last?.tenantId && isPaused(tenant) === last.isPaused;
    return isCurrent ? last : undefined;
  });
  /** The mode of each tenant's stream before it was paused here. */
  const modeBefore = new Map<string, StreamMode>();

  const run = async (
    tenant: Tenant,
    work: () => Promise<{ isPaused: boolean; done: string }>,
  ): Promise<boolean> => {
    if (isBusy.peek()) return false;
    batch(() => {
      isBusy.value = true;
      outcome.value = undefined;
    });
    const { id: tenantId } = tenant;
    try {
      outcome.value = { tenantId, ...(await work()) };
      return true;
    } catch (error) {
      outcome.value = { tenantId, isPaused: isPaused(tenant), failure: toFailure(error) };
      return false;
    } finally {
      isBusy.value = false;
    }
  };

  const setMode = ({ id, stream }: Tenant, mode: StreamMode) =>
    port.send("stream.configure", { tenantId: id, preferences: { ...stream, mode } });

  return {
    isBusy: readOnly(isBusy),
    isPaused: computed(() => port.tenant.value !== undefined && isPaused(port.tenant.value)),
    failure: computed(() => shownOutcome.value?.failure),
    /** A sentence about the last action, while it is still true. */
    done: computed(() => shownOutcome.value?.done),

    async pause(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant === undefined || isPaused(tenant)) return;
      modeBefore.set(tenant.id, tenant.stream.mode);
      await run(tenant, async () => {
        await setMode(tenant, "paused");
        return { isPaused: true, done: "Paused. The stream no longer counts towards your plan." };
      });
    },
    /** Restores the mode from before the pause, or sets `always` if that mode is unknown. */
    async resume(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant === undefined || !isPaused(tenant)) return;
      await run(tenant, async () => {
        await setMode(tenant, modeBefore.get(tenant.id) ?? "always");
        return {
          isPaused: false,
          done: "Resumed from the last position. If the tenant no longer retains it, the list shows a gap.",
        };
      });
    },
    /** Resumes the stream from another position. Returns true if the worker accepted it. */
    async resumeFrom(from: ResumePlace): Promise<boolean> {
      const tenant = port.tenant.peek();
      if (tenant === undefined) return false;
      return run(tenant, async () => {
        await port.send("stream.resume-from", { tenantId: tenant.id, from });
        return isPaused(tenant)
          ? {
              isPaused: true,
              done: "Saved. The stream will start at this position when you resume it.",
            }
          : {
              isPaused: false,
              done: "Resumed. Stored events are not duplicated.",
            };
      });
    },
  };
});

function isPaused({ stream }: Tenant): boolean {
  return stream.mode === "paused";
}
