import { createManagementClient } from "../../../../lib/management/client.ts";
import type { AccessTokenSource } from "../../../../lib/management/credentials/credentials.ts";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import { catchManagementError, createClock, createNetwork } from "./fakes.ts";

export const testToken = "the.access.token";
export const body = {
  name: "Legacy tokens",
  subject_token_type: "urn:acme:legacy-token",
  action_id: "act_demo_legacy",
  type: "custom_authentication" as const,
};
export const profile = {
  ...body,
  id: "tep_1",
  created_at: "2026-11-21T12:00:00.000Z",
  updated_at: "2026-11-21T12:00:00.000Z",
};

export function createClient(
  fetch: Fetch,
  options: {
    accessToken?: AccessTokenSource;
    baseUrl?: string;
    clock?: ReturnType<typeof createClock>;
  } = {},
) {
  return createManagementClient({
    baseUrl: "https://tenant.example/api/v2",
    accessToken: () => Promise.resolve(testToken),
    clock: createClock(),
    fetch,
    random: () => 0.5,
    ...options,
  });
}

/** Returns the error of a create request that gets this response. */
export async function failCreate(answer: Response | Error) {
  return catchManagementError(
    createClient(createNetwork(answer).fetch).createTokenExchangeProfile(body),
  );
}
