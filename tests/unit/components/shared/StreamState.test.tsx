import { expect, test } from "vitest";
import { StreamState } from "../../../../components/shared/StreamState.tsx";
import type { SubscriptionState } from "../../../../lib/events/stream/subscription-state.ts";
import { click, find, findButton, perform, show, words } from "../show.ts";
import { inUse, listening, now, openActivity, tenant } from "../fake-worker.ts";

function waiting(why: "network" | "rate-limited" | "rotation"): SubscriptionState {
  return { name: "waiting", since: now, until: now + 30_000, why, message: "The whole sentence." };
}
function stopped(why: "unauthorized" | "insufficient-scope" | "not-started"): SubscriptionState {
  return { name: "stopped", since: now, why, message: "The whole sentence." };
}

test.each([
  [listening, "stream: listening, 12 s"],
  [{ name: "connecting", since: now, resume: "now" } as const, "stream: connecting"],
  [waiting("network"), "stream: no connection, retry in 30 s"],
  [waiting("rate-limited"), "stream: rate limit reached, retry in 30 s"],
  [waiting("rotation"), "stream: reconnecting"],
  [stopped("unauthorized"), "stream: stopped: unauthorized"],
  [stopped("insufficient-scope"), "stream: stopped: scope read:events missing"],
  [stopped("not-started"), "stream: off"],
])("%j shows “%s”", async (stream, text) => {
  const place = await show(<StreamState activity={openActivity({ stream }).activity} />);
  expect(words(place)).toContain("tenant: local");
  expect(words(place)).toContain(text);
});

test.each([waiting("network"), stopped("unauthorized")])(
  "offers a retry and the whole message for the problem %j",
  async (stream) => {
    const { activity, worker } = openActivity({ stream });
    worker.answer("stream.retry", {});
    const place = await show(<StreamState activity={activity} />);
    expect(find(place, ".stream-state").title).toBe("The whole sentence.");
    await click(findButton(place, "retry now"));
    expect(worker.sent).toEqual([{ command: "stream.retry", request: { tenantId: tenant.id } }]);
  },
);

test.each([listening, waiting("rotation"), stopped("not-started")])(
  "offers no retry without a problem: %j",
  async (stream) => {
    const place = await show(<StreamState activity={openActivity({ stream }).activity} />);
    expect(place.querySelector("button")).toBeNull();
  },
);

test.each([
  [listening, "uses 1 of your plan's streams"],
  [waiting("rotation"), "The whole sentence."],
  [stopped("unauthorized"), "The whole sentence."],
])("%j shows on hover: %s", async (stream, title) => {
  const place = await show(<StreamState activity={openActivity({ stream }).activity} />);
  expect(find(place, ".stream-state").title).toBe(title);
});

test("reports a missing tenant", async () => {
  const place = await show(<StreamState activity={openActivity({ tenant: undefined }).activity} />);
  expect(words(place)).toBe("no tenant");
});

test("does not report an unreadable tenant as missing", async () => {
  const { activity } = openActivity({
    tenant: undefined,
    trouble: { code: "damaged-storage", message: "It cannot be read." },
  });
  expect(words(await show(<StreamState activity={activity} />))).toBe("error");
});

test("shows the reconnection while the worker is away, and then the state of the stream", async () => {
  const { activity, endWorker, startWorker, tell } = openActivity();
  const place = await show(<StreamState activity={activity} />);
  await perform(endWorker);
  expect(words(place)).toBe("reconnecting to the worker…");
  await perform(() => {
    startWorker();
    tell({ stream: waiting("network") });
  });
  expect(words(place)).toContain("no connection");
});

test("shows which of two tenants with the same name is selected, with its colour, and switches", async () => {
  const { activity, worker } = openActivity({
    tenants: [
      { ...inUse, tenant: { ...tenant, colour: "red", isReadOnly: true } },
      { ...inUse, tenant: { ...tenant, id: "https://b.example", origin: "https://b.example" } },
    ],
  });
  worker.answer("tenant.select", {});
  const place = await show(<StreamState activity={activity} />);
  const choice = find(place, "select");
  if (!(choice instanceof HTMLSelectElement)) throw new Error("This is no choice.");
  expect(choice.selectedOptions[0]?.text).toBe("local (localhost:4400)");
  expect(place.querySelector(".swatch.red")).not.toBeNull();
  expect(words(find(place, ".read-only"))).toBe("read-only");
  await perform(() => {
    choice.value = "https://b.example";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(worker.sent).toEqual([
    { command: "tenant.select", request: { tenantId: "https://b.example" } },
  ]);
});

test("explains the seconds beside “listening” on hover, and shows the whole message elsewhere", async () => {
  const { activity, tell } = openActivity({ stream: listening });
  const place = await show(<StreamState activity={activity} />);
  const hovered = () => find(place, ".stream-words > .words").title;
  expect(hovered()).toBe("The stream is open. This is the time since the last message.");
  await perform(() => tell({ stream: waiting("network") }));
  expect(hovered()).toBe("The whole sentence.");
});
