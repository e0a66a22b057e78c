import { expect, test, vi } from "vitest";
import { FailureNotice } from "../../../../components/shared/FailureNotice.tsx";
import { find, show, words } from "../show.ts";
import { now } from "../fake-worker.ts";

test("shows the service's message as text, then ours, the folded causes, and the retry time", async () => {
  const place = await show(
    <FailureNotice
      title="Could not create the profile."
      failure={{
        code: "invalid-body",
        message: "It was refused.",
        management: {
          code: "invalid-body",
          message: "It was refused.",
          serviceMessage: "<b>Bad</b> request",
          causes: [
            { what: "The action is not deployed.", check: "Deploy it." },
            { what: "The action has another trigger.", check: "Choose another." },
          ],
          retryAt: now,
        },
      }}
    />,
  );
  const notice = find(place, "[role=alert]");
  expect(words(notice)).toContain(
    "Could not create the profile.Response from the service: <b>Bad</b> requestIt was refused.",
  );
  expect(words(find(notice, "q"))).toBe("<b>Bad</b> request");
  const folded = find(notice, "details");
  expect(folded).toHaveProperty("open", false);
  expect(words(find(folded, "summary"))).toBe("Possible causes");
  expect([...folded.querySelectorAll("li")].map(words)).toEqual([
    "The action is not deployed. Deploy it.",
    "The action has another trigger. Choose another.",
  ]);
  expect(find(notice, "time").getAttribute("datetime")).toBe("2026-11-21T09:00:00.000Z");
});

test("keeps the cause that the service's message names in view, and folds the others", async () => {
  const causes = [
    { what: "The type is not the custom type.", check: "It must be custom.", field: "type" },
    { what: "The action is not deployed.", check: "Deploy it.", field: "action_id" },
    { what: "The action has another trigger.", check: "Choose another.", field: "action_id" },
  ];
  const management = { code: "invalid-body", message: "No.", causes } as const;
  const failure = { code: "invalid-body", message: "No." };
  const told = (serviceMessage: string) => (
    <FailureNotice
      title="Could not create the profile."
      failure={{ ...failure, management: { ...management, serviceMessage } }}
    />
  );
  const place = await show(told("The action must be deployed before it is linked."));
  expect(words(find(place, ".body > ul"))).toBe("The action is not deployed. Deploy it.");
  expect(words(find(place, "details summary"))).toBe("Other possible causes");
  expect(place.querySelectorAll("details li")).toHaveLength(2);
  // Without a message of the service, no cause is moved to the front.
  const silent = await show(<FailureNotice title="No." failure={{ ...failure, management }} />);
  expect(silent.querySelector("details")).toBeNull();
  expect(silent.querySelectorAll(".body > ul li")).toHaveLength(3);
});

test("shows only the message of a failure without facts", async () => {
  const place = await show(
    <FailureNotice title="Not saved." failure={{ code: "x", message: "Try again." }} />,
  );
  expect(words(find(place, ".body"))).toBe("Not saved.Try again.Help");
});

test("scrolls into view, because it may start below the visible part of a popup", async () => {
  const comesIntoView = vi.spyOn(Element.prototype, "scrollIntoView");
  await show(<FailureNotice title="Not saved." failure={{ code: "x", message: "Try again." }} />);
  expect(comesIntoView.mock.calls).toEqual([[{ block: "nearest" }]]);
  comesIntoView.mockRestore();
});
