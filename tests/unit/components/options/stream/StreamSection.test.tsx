import { describe, expect, test } from "vitest";
import { EventStorageModel } from "../../../../../lib/models/stream/event-storage-model.ts";
import { StreamSection } from "../../../../../components/options/stream/StreamSection.tsx";
import { eventTypes } from "../../../../../lib/events/payloads/event-types.ts";
import { LogReachModel } from "../../../../../lib/models/stream/log-reach-model.ts";
import { StreamPreferencesModel } from "../../../../../lib/models/stream/stream-preferences-model.ts";
import { openActivity, tenant } from "../../fake-worker.ts";
import {
  click,
  find,
  findButton,
  findField,
  perform,
  show,
  submit,
  type,
  words,
} from "../../show.ts";

async function showSection(answers: boolean[] = []) {
  const { activity, worker, tell } = openActivity();
  worker.answer("stream.configure", {});
  const model = new StreamPreferencesModel({
    send: worker.send,
    tenant: activity.tenant,
    hasNotificationPermission: () => Promise.resolve(false),
    requestNotificationPermission: async () => {
      const answer = answers.shift();
      if (answer === undefined) throw new Error("No permission request was prepared.");
      return answer;
    },
  });
  const storage = new EventStorageModel({
    isKept: async () => undefined,
    keep: () => Promise.reject(new Error("Nothing was asked.")),
  });
  const reach = new LogReachModel({
    send: worker.send,
    tenant: activity.tenant,
    keep: model.keep,
  });
  const place = await show(<StreamSection model={model} storage={storage} reach={reach} />);
  const sent = () => worker.sent.filter(({ command }) => command !== "events.read-rate");
  return { place, worker, sent, tell };
}

async function choose(field: HTMLElement, value: string) {
  if (!(field instanceof HTMLSelectElement)) throw new Error("The field is no choice.");
  await perform(() => {
    field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

test("each mode of the stream shows its use of the plan", async () => {
  const { place } = await showSection();
  const hints = [...place.querySelectorAll("input[name=stream-mode] ~ .hint")].map(words);
  expect(hints).toEqual([
    expect.stringContaining("Events arrive without delay. Uses 1 of your plan's streams"),
    expect.stringContaining("Uses 1 of your plan's streams during"),
    expect.stringContaining("Uses no stream"),
  ]);
});

test("the choices are sent as a whole when they are saved", async () => {
  const { place, sent } = await showSection();
  expect(findButton(place, "Save preferences").disabled).toBe(true);
  await click(find(place, "#stream-mode-while-open"));
  await choose(findField(place, "user.deleted"), "quiet");
  await type(findField(place, "Maximum age (days)"), "7");
  await submit(place);
  expect(sent()).toEqual([
    {
      command: "stream.configure",
      request: {
        tenantId: tenant.id,
        preferences: {
          ...tenant.stream,
          mode: "while-open",
          rules: { "user.deleted": "quiet" },
          keep: { events: 50_000, days: 7 },
        },
      },
    },
  ]);
  expect(words(find(place, "form > .notice"))).toContain("Preferences saved.");
});

test("a number out of bounds is reported at its field, and cannot be saved", async () => {
  const { place } = await showSection();
  await type(findField(place, "Maximum events"), "7");
  expect(findField(place, "Maximum events").getAttribute("aria-invalid")).toBe("true");
  expect(findButton(place, "Save preferences").disabled).toBe(true);
});

test("the stream requests all types, or the selected types", async () => {
  const { place } = await showSection();
  const [, only] = place.querySelectorAll<HTMLElement>("input[name=stream-types]");
  await click(only ?? place);
  const boxes = [...place.querySelectorAll<HTMLInputElement>(".stream-types input")];
  expect(boxes, "one for each type and one for each noun").toHaveLength(eventTypes.length + 3);
  expect(boxes.every(({ checked }) => checked)).toBe(true);
  for (const box of boxes) if (box.checked) await click(box);
  expect(words(find(place, "#event-types-words"))).toContain("Select at least one type");
});

test("one box of each noun selects all of its types, and is mixed while some are selected", async () => {
  const { place, sent } = await showSection();
  const [, only] = place.querySelectorAll<HTMLElement>("input[name=stream-types]");
  await click(only ?? place);
  const groups = [...place.querySelectorAll<HTMLElement>(".stream-types > [role=group]")];
  expect(groups.map((group) => group.getAttribute("aria-label"))).toEqual([
    "Types of user",
    "Types of group",
    "Types of organization",
  ]);
  const [user] = groups;
  if (user === undefined) throw new Error("There is no group.");
  const [box, first] = user.querySelectorAll("input");
  if (box === undefined || first === undefined) throw new Error("The group has no box.");
  const types = eventTypes.filter((type) => type.startsWith("user."));
  const state = () => [box.checked, box.indeterminate, words(find(user, ".family"))];
  expect(state()).toEqual([true, false, `user ${types.length} of ${types.length}`]);
  await click(first);
  expect(state()).toEqual([false, true, `user ${types.length - 1} of ${types.length}`]);
  await click(box);
  expect(state()).toEqual([true, false, `user ${types.length} of ${types.length}`]);
  await click(box);
  expect(state()).toEqual([false, false, `user 0 of ${types.length}`]);
  await submit(place);
  const others = eventTypes.filter((type) => !type.startsWith("user."));
  expect(sent()).toMatchObject([{ request: { preferences: { eventTypes: others } } }]);
});

test("quiet hours show their times once they are enabled", async () => {
  const { place } = await showSection();
  expect(place.querySelector("input[type=time]")).toBeNull();
  const [quiet] = [...place.querySelectorAll<HTMLElement>("input[type=checkbox]")];
  await click(quiet ?? place);
  expect(findField(place, "From").value).toBe("22:00");
  expect(findField(place, "Until").value).toBe("07:00");
});

describe("notifications", () => {
  const label = "Default rule";

  test("are requested on a click once a rule needs them", async () => {
    const { place } = await showSection([true]);
    expect(words(place)).not.toContain("Allow notifications");
    await choose(findField(place, label), "notify");
    await click(findButton(place, "Allow notifications"));
    expect(words(place)).toContain("Notifications are allowed.");
  });

  test("show a message and a button to request again if they are denied", async () => {
    const { place } = await showSection([false, true]);
    await choose(findField(place, label), "notify");
    await click(findButton(place, "Allow notifications"));
    expect(words(place)).toContain("Notifications are off.");
    await click(findButton(place, "Ask again"));
    expect(words(place)).not.toContain("Notifications are off.");
  });
});
