import { describe, expect, test } from "vitest";
import { openTenant } from "../open-tenant.ts";
import { matching } from "../matchers.ts";

describe("emitting an event", () => {
  test("replaces sample data with data of the request, and omits the test mark on request", async () => {
    const open = openTenant();
    await open.control("POST", "events", {
      type: "organization.created",
      object: { id: "org_mine", name: "mine" },
      context: { client: { id: "my-client", name: "Mine", metadata: {} } },
      test: false,
    });
    const [event] = open.tenant.save().events.events;
    const data = /^data: (.*)$/m.exec(event?.frame ?? "")?.[1] ?? "";
    const message: unknown = JSON.parse(data);
    expect(message).toMatchObject({
      event: {
        type: "organization.created",
        data: {
          object: { id: "org_mine", name: "mine", display_name: matching(/./) },
          context: { tenant: { tenant_id: "ten_LocalTenant00001" }, client: { id: "my-client" } },
        },
      },
    });
    expect(data).not.toContain("a0purpose");
  });

  test.each([{ object: [] }, { context: "x" }, { test: "no" }, { extra: 1 }])(
    "rejects %j",
    async (body) => {
      expect(await openTenant().control("POST", "events", body)).toHaveProperty("error");
    },
  );

  test("rejects an error code that the service does not have", async () => {
    expect(await openTenant().control("POST", "streams/error", { code: "boom" })).toEqual({
      error: matching(/invalid_cursor.*connection_timeout/),
    });
  });
});
