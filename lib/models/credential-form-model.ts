import { batch, computed, createModel, signal } from "@preact/signals";
import type { CommandSender } from "../messages/command-channel.ts";
import type { CredentialInput, CredentialSummary } from "../messages/tenant.ts";
import { toFailure, type Failure } from "./failure.ts";

export interface CredentialFormPort {
  send: CommandSender;
}

export type CredentialState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; summary: CredentialSummary }
  | { kind: "forgotten" }
  | { kind: "failed"; failure: Failure };

/** The form that takes a management credential. Its secrets leave it once, for the worker, and are wiped here. */
export const CredentialFormModel = createModel((port: CredentialFormPort) => {
  const kind = signal<CredentialInput["kind"]>("client_credentials");
  const token = signal("");
  const clientId = signal("");
  const clientSecret = signal("");
  const wasTried = signal(false);
  const state = signal<CredentialState>({ kind: "idle" });

  const problems = computed((): { token?: string; clientId?: string; clientSecret?: string } => {
    if (!wasTried.value) return {};
    if (kind.value === "access_token") {
      return token.value.trim() === "" ? { token: "Paste an access token." } : {};
    }
    return {
      ...(clientId.value.trim() === "" ? { clientId: "Enter the client id." } : {}),
      ...(clientSecret.value === "" ? { clientSecret: "Enter the client secret." } : {}),
    };
  });

  const wipe = () => {
    token.value = "";
    clientSecret.value = "";
    wasTried.value = false;
  };
  const set = (target: typeof token, value: string) => {
    batch(() => {
      target.value = value;
      if (state.peek().kind !== "saving") state.value = { kind: "idle" };
    });
  };

  return {
    kind: computed(() => kind.value),
    token: computed(() => token.value),
    clientId: computed(() => clientId.value),
    clientSecret: computed(() => clientSecret.value),
    state: computed(() => state.value),
    problems,

    setKind(value: CredentialInput["kind"]): void {
      batch(() => {
        kind.value = value;
        wasTried.value = false;
        if (state.peek().kind !== "saving") state.value = { kind: "idle" };
      });
    },
    setToken: (value: string) => set(token, value),
    setClientId: (value: string) => set(clientId, value),
    setClientSecret: (value: string) => set(clientSecret, value),

    /** Tries the credential at the tenant and keeps it for this browser session when it works. */
    async save(): Promise<void> {
      if (state.peek().kind === "saving") return;
      wasTried.value = true;
      if (Object.keys(problems.peek()).length > 0) return;
      const credential: CredentialInput =
        kind.peek() === "access_token"
          ? { kind: "access_token", token: token.peek().trim() }
          : {
              kind: "client_credentials",
              clientId: clientId.peek().trim(),
              clientSecret: clientSecret.peek(),
            };
      state.value = { kind: "saving" };
      try {
        const summary = await port.send("credential.save", { credential });
        batch(() => {
          wipe();
          state.value = { kind: "saved", summary };
        });
      } catch (error) {
        state.value = { kind: "failed", failure: toFailure(error) };
      }
    },

    async forget(): Promise<void> {
      try {
        await port.send("credential.forget", {});
        batch(() => {
          wipe();
          state.value = { kind: "forgotten" };
        });
      } catch (error) {
        state.value = { kind: "failed", failure: toFailure(error) };
      }
    },
  };
});
