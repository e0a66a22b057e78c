import { batch, computed, createModel, signal, type ReadonlySignal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CommandRequest } from "../../messages/commands.ts";
import type { StreamMode } from "../../messages/stream-preferences.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { toFailure, type Failure } from "../failure.ts";

export interface StreamControlPort {
  send: CommandSender;
  tenant: ReadonlySignal<Tenant | undefined>;
}

export type ResumePlace = CommandRequest<"stream.resume-from">["from"];

/** What a person may do with the stream of the selected tenant: pause it, and say from where it goes on. */
export const StreamControlModel = createModel((port: StreamControlPort) => {
  const deed = signal<"idle" | "busy">("idle");
  /** What came of the last deed, and of which tenant's stream that is true while it is paused, or is not. */
  const outcome = signal<
    { tenantId: string; isPaused: boolean; done?: string; failure?: Failure } | undefined
  >(undefined);
  const told = computed(() => {
    const { value: tenant } = port.tenant;
    const { value: last } = outcome;
    const isSo =
      tenant !== undefined && tenant.id === last?.tenantId && isPaused(tenant) === last.isPaused;
    return isSo ? last : undefined;
  });
  /** How a tenant's stream was followed before it was paused here. */
  const before = new Map<string, StreamMode>();

  const run = async (
    tenant: Tenant,
    work: () => Promise<{ isPaused: boolean; done: string }>,
  ): Promise<boolean> => {
    if (deed.peek() === "busy") return false;
    batch(() => {
      deed.value = "busy";
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
      deed.value = "idle";
    }
  };

  const setMode = ({ id, stream }: Tenant, mode: StreamMode) =>
    port.send("stream.configure", { tenantId: id, preferences: { ...stream, mode } });

  return {
    isBusy: computed(() => deed.value === "busy"),
    isPaused: computed(() => port.tenant.value !== undefined && isPaused(port.tenant.value)),
    failure: computed(() => told.value?.failure),
    /** What was done last, in a sentence, for as long as it is so. */
    done: computed(() => told.value?.done),

    async pause(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant === undefined || isPaused(tenant)) return;
      before.set(tenant.id, tenant.stream.mode);
      await run(tenant, async () => {
        await setMode(tenant, "paused");
        return { isPaused: true, done: "Paused. The stream gives its place in your plan back." };
      });
    },
    /** Follows the stream as it was followed before; always, where that is not known. */
    async resume(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant === undefined || !isPaused(tenant)) return;
      await run(tenant, async () => {
        await setMode(tenant, before.get(tenant.id) ?? "always");
        return {
          isPaused: false,
          done: "Resumed from the last position. If the tenant no longer keeps it, the list shows a gap.",
        };
      });
    },
    /** Reads the stream anew from another place. @returns whether the worker took it */
    async resumeFrom(from: ResumePlace): Promise<boolean> {
      const tenant = port.tenant.peek();
      if (tenant === undefined) return false;
      return run(tenant, async () => {
        await port.send("stream.resume-from", { tenantId: tenant.id, from });
        return isPaused(tenant)
          ? { isPaused: true, done: "Saved: the stream starts from there when you resume it." }
          : {
              isPaused: false,
              done: "Resumed from there: what is stored already is not stored twice.",
            };
      });
    },
  };
});

function isPaused({ stream }: Tenant): boolean {
  return stream.mode === "paused";
}
