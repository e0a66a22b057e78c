import { expect, test } from "vitest";
import { createLazyPart } from "../../../../../lib/models/lazy-part.ts";
import { RunAgain } from "../../../../../components/panel/trace/RunAgain.tsx";
import { codeLogin } from "../../../lib/trace/join/logins.ts";
import { click, find, findButton, perform, press, show, words } from "../../show.ts";
import { showTab } from "./show-trace.tsx";

async function openLogin() {
  const stage = await showTab(codeLogin({}));
  const { models, place } = stage;
  await perform(() => models.trace.open(models.trace.rows.value[0]?.flow.id ?? ""));
  await perform(() => models.requests.load());
  const showMessages = () => perform(() => models.trace.show("messages"));
  return { ...stage, place, showMessages };
}

test("an opened login is handed over as the operation that begins it", async () => {
  const { place, runAgain } = await openLogin();
  await click(findButton(place, "Run again: Login with redirect"));
  expect(runAgain.map(({ draft }) => draft)).toMatchObject([
    { operation: "authorize", way: "page", values: { responseType: "code" } },
  ]);
});

test("a message is handed over by itself", async () => {
  const { place, runAgain, showMessages } = await openLogin();
  await showMessages();
  await press(find(place, ".message-list"), "End");
  await click(findButton(find(place, ".message-pane"), "Run again: Code exchange"));
  expect(runAgain.map(({ draft }) => draft.operation)).toEqual(["exchange-code"]);
});

test("a message that no operation makes has the reason instead of a button", async () => {
  const { place, showMessages } = await openLogin();
  await showMessages();
  await press(find(place, ".message-list"), "End");
  await press(find(place, ".message-list"), "ArrowUp");
  const pane = find(place, ".message-pane");
  expect(words(find(pane, ".run-again"))).toBe(
    "The provider's response leads to this page. Run the authorization request before it.",
  );
  expect(pane.querySelector("button.run-again")).toBeNull();
});

test("a reader that cannot be loaded offers to reload the panel", async () => {
  const requests = createLazyPart(async () => {
    throw new Error("The reader was updated.");
  });
  const unwanted = () => {
    throw new Error("Nothing runs here.");
  };
  let reloads = 0;
  const actions = { requests, onRunAgain: unwanted, onReload: () => void (reloads += 1) };
  const place = await show(<RunAgain actions={actions} read={unwanted} />);
  await click(findButton(place, "Reload panel"));
  expect(reloads).toBe(1);
});
