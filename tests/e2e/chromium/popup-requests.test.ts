import { afterAll, beforeAll, expect, test } from "vitest";
import { TenantControl } from "../../launch/tenant-control.ts";
import {
  openConnectionsStage,
  type ConnectionsStage,
  type StoredProfile,
} from "./connections-stage.ts";
import { makeManyProfiles } from "./many-profiles.ts";

let stage: ConnectionsStage;
let control: TenantControl;
let workforce: StoredProfile;

beforeAll(async () => {
  stage = await openConnectionsStage();
  control = new TenantControl(stage.tenant.origin);
  await makeManyProfiles(stage.tenant.origin, 35);
  workforce = await stage.read("workforce");
  // A free tenant allows two requests a second to the Management API.
  await control.limit({ requestsPerWindow: 2, rateLimitWindow: 1_000 });
});
afterAll(() => stage?.close());

/** Lists the requests to the Management API that an action of the popup sends. */
async function listRequests(action: () => Promise<void>): Promise<string[]> {
  const before = await control.logEnd();
  await action();
  const sent = await control.requests(before);
  return sent.filter((request) => /^[A-Z]+ \/api\/v2\/\S+-profiles/u.test(request));
}

test("opening the popup at a free tenant takes one request for each page of its lists, and none is refused", async () => {
  const sent = await listRequests(async () => {
    await stage.reopen();
    await stage.popup.openList();
    await stage.popup.page.locator(".profile-list .row", { hasText: "workforce" }).waitFor();
  });
  // 36 connection profiles in pages of ten, and all exchange profiles in one.
  expect(sent.toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => "GET /api/v2/connection-profiles 200"),
    "GET /api/v2/token-exchange-profiles 200",
  ]);
});

test("a change of a profile takes two requests: the state for the review, and the change", async () => {
  await stage.popup.open("workforce");
  await stage.popup.name.fill("staff");
  const sent = await listRequests(async () => {
    await stage.popup.review();
    await stage.popup.button("Send changes").click();
    await stage.popup.page.getByText("Undo").first().waitFor();
  });
  const path = `/api/v2/connection-profiles/${workforce.id}`;
  expect(sent).toEqual([`GET ${path} 200`, `PATCH ${path} 200`]);
});
