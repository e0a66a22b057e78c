import { batch, computed, createModel, signal } from "@preact/signals";
import type { CommandSender } from "../messages/command-channel.ts";
import { parseDomain, permissionPatternOf, type Tenant } from "../messages/tenant.ts";
import { toFailure, type Failure } from "./failure.ts";

/** What the tenant form needs of its surroundings. */
export interface TenantFormPort {
  send: CommandSender;
  /** Asks the user; must be reached from a click without anything awaited before it. */
  requestHostPermission(pattern: string): Promise<boolean>;
}

/** How saving stands. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; issuer: string; keyCount: number }
  | { kind: "denied"; origin: string }
  | { kind: "failed"; failure: Failure };

/** The form that names a tenant: its domain, and the application that login runs use. */
export const TenantFormModel = createModel((port: TenantFormPort) => {
  const name = signal("");
  const domain = signal("");
  const clientId = signal("");
  const state = signal<SaveState>({ kind: "idle" });
  /** Problems show once somebody tried to save, not while they still type for the first time. */
  const wasTried = signal(false);
  const wasTouched = signal(false);

  const parsedDomain = computed(() => parseDomain(domain.value));
  const problems = computed(() => {
    if (!wasTried.value) return {};
    return {
      ...("problem" in parsedDomain.value ? { domain: parsedDomain.value.problem } : {}),
      ...(clientId.value.trim() === ""
        ? { clientId: "Enter the client id of the application whose logins you run." }
        : {}),
    };
  });

  const set = (target: typeof name, value: string) => {
    batch(() => {
      target.value = value;
      wasTouched.value = true;
      if (state.peek().kind !== "saving") state.value = { kind: "idle" };
    });
  };

  return {
    name: computed(() => name.value),
    domain: computed(() => domain.value),
    clientId: computed(() => clientId.value),
    state: computed(() => state.value),
    problems,

    setName: (value: string) => set(name, value),
    setDomain: (value: string) => set(domain, value),
    setClientId: (value: string) => set(clientId, value),

    /** Shows a stored tenant, unless somebody has begun to type. */
    show(tenant: Tenant | undefined): void {
      if (tenant === undefined || wasTouched.peek()) return;
      batch(() => {
        name.value = tenant.name;
        domain.value = tenant.origin;
        clientId.value = tenant.clientId;
      });
    },

    /** Asks for the permission of the one host, checks that a tenant answers there, and stores it. */
    async save(): Promise<void> {
      if (state.peek().kind === "saving") return;
      wasTried.value = true;
      const parsed = parsedDomain.peek();
      if ("problem" in parsed || Object.keys(problems.peek()).length > 0) return;
      const { origin } = parsed;
      const details = {
        name: name.peek().trim() === "" ? new URL(origin).host.slice(0, 60) : name.peek().trim(),
        origin,
        clientId: clientId.peek().trim(),
      };
      state.value = { kind: "saving" };
      try {
        if (!(await port.requestHostPermission(permissionPatternOf(origin)))) {
          state.value = { kind: "denied", origin };
          return;
        }
        const saved = await port.send("tenant.save", details);
        batch(() => {
          wasTouched.value = false;
          name.value = saved.tenant.name;
          domain.value = saved.tenant.origin;
          state.value = { kind: "saved", issuer: saved.issuer, keyCount: saved.keyCount };
        });
      } catch (error) {
        state.value = { kind: "failed", failure: toFailure(error) };
      }
    },
  };
});
