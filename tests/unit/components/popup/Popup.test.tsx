import { expect, test } from "vitest";
import { Popup } from "../../../../components/popup/Popup.tsx";
import { ConnectionFormModel } from "../../../../lib/models/connection-form-model.ts";
import { ExchangeFormModel } from "../../../../lib/models/exchange-form-model.ts";
import { PopupModel } from "../../../../lib/models/popup-model.ts";
import { find, show, words } from "../show.ts";
import { createFakeWorker, makeEvent, now, openActivity } from "../fake-worker.ts";

async function showPopup(differing: Parameters<typeof openActivity>[0] = {}) {
  const worker = createFakeWorker();
  worker.answer("events.mark-viewed", {});
  const { activity } = openActivity(differing, worker);
  const place = await show(
    <Popup
      popup={new PopupModel()}
      activity={activity}
      exchange={new ExchangeFormModel({ send: worker.send })}
      connections={new ConnectionFormModel({ send: worker.send })}
    />,
  );
  return { place, worker };
}

test.each([
  [{ tenant: undefined, credential: undefined }, "No tenant yet. Add the one that you administer."],
  [{ credential: undefined }, "which needs a credential"],
  [{}, "New token exchange profile"],
])("with %j it shows “%s”", async (differing, sentence) => {
  expect(words((await showPopup(differing)).place)).toContain(sentence);
});

test("a setting that cannot be read is told, without a tenant and without a credential", async () => {
  const { place } = await showPopup({
    tenant: undefined,
    credential: undefined,
    trouble: "The stored setting cannot be read.",
  });
  expect(words(find(place, "[role=alert]"))).toContain("The stored setting cannot be read.");
  expect(words(place)).not.toContain("No tenant yet");
});

test("the newest five events are shown, and count as seen", async () => {
  const events = [9, 8, 7, 6, 5, 4].map((sequence) => makeEvent(sequence));
  const { place, worker } = await showPopup({ events, unread: 6 });
  expect([...place.querySelectorAll(".newest .subject")].map(words)).toEqual(
    [9, 8, 7, 6, 5].map((sequence) => `user-${sequence}@example.com`),
  );
  expect(worker.sent).toEqual([{ command: "events.mark-viewed", request: { through: 9 } }]);
});

test("a stream in trouble is told in a whole sentence", async () => {
  const { place } = await showPopup({
    stream: {
      name: "stopped",
      since: now,
      why: "unauthorized",
      message: "The tenant refuses the credential.",
    },
  });
  expect(words(find(place, ".newest"))).toContain("The tenant refuses the credential.");
});
