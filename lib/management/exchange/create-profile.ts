import type { ManagementClient } from "../client.ts";
import { ManagementError } from "../refusals/management-error.ts";
import type { CreationOutcome } from "./profile-creation.ts";
import type { TokenExchangeProfileBody } from "./token-exchange-profile.ts";

/**
 * Creates a token exchange profile; `onSend` runs before the request.
 *
 * @throws {ManagementError} for a refusal: no profile was created
 */
export async function createProfile(
  client: Pick<ManagementClient, "createTokenExchangeProfile">,
  body: TokenExchangeProfileBody,
  onSend: () => Promise<void>,
): Promise<CreationOutcome> {
  await onSend();
  try {
    return { kind: "created", profile: await client.createTokenExchangeProfile(body) };
  } catch (error) {
    if (!(error instanceof ManagementError) || !error.isInDoubt) throw error;
    return { kind: "unknown", failure: error.toFacts() };
  }
}
