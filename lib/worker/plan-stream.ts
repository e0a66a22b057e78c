import type { SubscriptionState } from "../events/stream/subscription-state.ts";
import type { AccessTokenSource } from "../events/ports.ts";
import type { CredentialSummary } from "../messages/credential.ts";
import type { Tenant } from "../messages/tenant.ts";
import type { StreamPlan } from "./tenant-stream.ts";

/** Decides if a tenant's stream has a subscription now. The idle state contains the reason. */
export function planStream(facts: {
  tenant: Tenant | undefined;
  credential: CredentialSummary | undefined;
  accessToken: AccessTokenSource;
  /** True while any page of the inspector is open. */
  hasPages: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}): StreamPlan {
  const { tenant, credential, accessToken, hasPages, now } = facts;
  if (tenant === undefined || credential === undefined)
    return idle({ name: "stopped", since: now, why: "not-started", message: "" });
  if (credential.isLocked) {
    return idle({
      name: "stopped",
      since: now,
      why: "not-started",
      message: "The credential is locked. Enter its passphrase to resume the stream.",
    });
  }
  const { mode } = tenant.stream;
  if (mode === "paused") {
    return idle({
      name: "stopped",
      since: now,
      why: "asked",
      message:
        "The stream is paused. Resume it to continue from the last position, if the tenant still retains it.",
    });
  }
  if (mode === "while-open" && !hasPages) {
    return idle({
      name: "parked",
      since: now,
      why: "no-window",
      message:
        "The stream runs only while a window of Tenant Inspector is open. Open one to continue from the last position, if the tenant still retains it.",
    });
  }
  return { kind: "follow", tenant, accessToken };
}

function idle(state: SubscriptionState): StreamPlan {
  return { kind: "idle", state };
}
