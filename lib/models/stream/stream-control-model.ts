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
  const failure = signal<Failure | undefined>(undefined);
  /** What was done last, in a sentence. */
  const done = signal<string | undefined>(undefined);
  /** How a tenant's stream was followed before it was paused here. */
  const before = new Map<string, StreamMode>();

  const run = async (words: string, work: () => Promise<unknown>): Promise<boolean> => {
    if (deed.peek() === "busy") return false;
    batch(() => {
      deed.value = "busy";
      failure.value = undefined;
      done.value = undefined;
    });
    try {
      await work();
      done.value = words;
      return true;
    } catch (error) {
      failure.value = toFailure(error);
      return false;
    } finally {
      deed.value = "idle";
    }
  };

  const setMode = ({ id, stream }: Tenant, mode: StreamMode) =>
    port.send("stream.configure", { tenantId: id, preferences: { ...stream, mode } });

  return {
    isBusy: computed(() => deed.value === "busy"),
    isPaused: computed(() => port.tenant.value?.stream.mode === "paused"),
    failure: computed(() => failure.value),
    done: computed(() => done.value),

    async pause(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant === undefined || tenant.stream.mode === "paused") return;
      before.set(tenant.id, tenant.stream.mode);
      await run("Paused. The stream gives its place in your plan back.", () =>
        setMode(tenant, "paused"),
      );
    },
    /** Follows the stream as it was followed before; always, where that is not known. */
    async resume(): Promise<void> {
      const tenant = port.tenant.peek();
      if (tenant?.stream.mode !== "paused") return;
      await run("Resumed: it goes on from where it was.", () =>
        setMode(tenant, before.get(tenant.id) ?? "always"),
      );
    },
    /** Reads the stream anew from another place. @returns whether the worker took it */
    async resumeFrom(from: ResumePlace): Promise<boolean> {
      const tenant = port.tenant.peek();
      if (tenant === undefined) return false;
      return run("Resumed from there: what is stored already is not stored twice.", () =>
        port.send("stream.resume-from", { tenantId: tenant.id, from }),
      );
    },
    dismiss(): void {
      batch(() => {
        failure.value = undefined;
        done.value = undefined;
      });
    },
  };
});
