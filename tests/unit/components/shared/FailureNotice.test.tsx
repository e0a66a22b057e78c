import { expect, test, vi } from "vitest";
import { FailureNotice } from "../../../../components/shared/FailureNotice.tsx";
import { find, show, words } from "../show.ts";
import { now } from "../fake-worker.ts";

test("a refusal shows our sentence, the service's words as text, the causes, and when to try again", async () => {
  const place = await show(
    <FailureNotice
      title="No profile was created."
      failure={{
        code: "invalid-body",
        message: "It was refused.",
        management: {
          code: "invalid-body",
          message: "It was refused.",
          serviceMessage: "<b>Bad</b> request",
          causes: [{ what: "The action is not deployed.", check: "Deploy it." }],
          retryAt: now,
        },
      }}
    />,
  );
  const notice = find(place, "[role=alert]");
  expect(words(notice)).toContain("No profile was created.It was refused.");
  expect(words(find(notice, "q"))).toBe("<b>Bad</b> request");
  expect(words(find(notice, "li"))).toBe("The action is not deployed. Deploy it.");
  expect(find(notice, "time").getAttribute("datetime")).toBe("2026-11-21T09:00:00.000Z");
});

test("a failure without facts is its sentence alone", async () => {
  const place = await show(
    <FailureNotice title="Not saved." failure={{ code: "x", message: "Try again." }} />,
  );
  expect(words(find(place, ".body"))).toBe("Not saved.Try again.");
});

test("it comes into view, since it may begin below what a popup shows", async () => {
  const comesIntoView = vi.spyOn(Element.prototype, "scrollIntoView");
  await show(<FailureNotice title="Not saved." failure={{ code: "x", message: "Try again." }} />);
  expect(comesIntoView.mock.calls).toEqual([[{ block: "nearest" }]]);
  comesIntoView.mockRestore();
});
