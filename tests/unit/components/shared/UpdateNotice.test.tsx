import { expect, test } from "vitest";
import { UpdateNotice } from "../../../../components/shared/UpdateNotice.tsx";
import type { CredentialSummary } from "../../../../lib/messages/credential.ts";
import { UpdateModel } from "../../../../lib/models/update-model.ts";
import { click, findButton, show, words } from "../show.ts";
import { openActivity } from "../fake-worker.ts";

const waitingUpdate = { version: "1.1.0" };

test("says what an update takes, names the tenants that lose their credential, and installs it", async () => {
  const { activity, worker } = openActivity({ waitingUpdate });
  worker.answer("update.install", {});
  const place = await show(
    <UpdateNotice model={new UpdateModel({ send: worker.send, activity })} />,
  );
  expect(words(place)).toContain("Version 1.1.0 is ready.");
  expect(words(place)).toContain("Unsent input of the popup is kept.");
  expect(words(place)).toContain("to be entered again: the credential of local.");
  await click(findButton(place, "Update and restart"));
  expect(worker.sent).toEqual([{ command: "update.install", request: {} }]);
});

test("says why the update was not installed", async () => {
  const { activity, worker } = openActivity({ waitingUpdate });
  worker.refuse("update.install", { code: "update-held", message: "A login window is open." });
  const place = await show(
    <UpdateNotice model={new UpdateModel({ send: worker.send, activity })} />,
  );
  await click(findButton(place, "Update and restart"));
  expect(words(place)).toContain("A login window is open.");
});

test("names no credential that outlives the update, and shows nothing without an update", async () => {
  const remembered: CredentialSummary = {
    kind: "client_credentials",
    scopes: [],
    remembering: "device",
    isLocked: false,
  };
  const { activity, worker } = openActivity({ waitingUpdate, credential: remembered });
  const place = await show(
    <UpdateNotice model={new UpdateModel({ send: worker.send, activity })} />,
  );
  expect(words(place)).not.toContain("to be entered again");
  const none = openActivity();
  const model = new UpdateModel({ send: none.worker.send, activity: none.activity });
  expect((await show(<UpdateNotice model={model} />)).childNodes).toHaveLength(0);
});
