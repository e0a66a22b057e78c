import { expect, test } from "vitest";
import { describePhase } from "../../../../../components/panel/trace/flow-texts.ts";
import { codeLogin, idp, tokenFor } from "../../../lib/trace/join/logins.ts";
import { jwtOf, type EntryFacts } from "../../../lib/trace/entries.ts";
import { click, find, findButton, perform, press, words } from "../../show.ts";
import { contradicted, refused, showTab } from "./show-trace.tsx";

/** Shows the verdict of the newest flow. */
async function showVerdict(entries: readonly EntryFacts[]) {
  const stage = await showTab(entries);
  await press(find(stage.place, ".flow-list"), "Home");
  await press(find(stage.place, ".flow-list"), "Enter");
  return { ...stage, verdict: find(stage.place, ".flow-verdict") };
}

test("shows where a login stopped, what was said there, and its request", async () => {
  const { place, verdict } = await showVerdict(refused);
  const stop = find(verdict, ".flow-stop");
  expect(words(stop)).toContain("Stopped at the token request: 403 invalid_grant.");
  expect(words(stop)).toContain("error_description Wrong code.");
  expect(words(stop)).toContain("Expected next: tokens.");
  await click(findButton(stop, "Show the request at which it stopped"));
  expect(words(find(place, ".message-pane"))).toContain("/oauth/token");
});

test("lists the steps of a login: done, stopped here, or not seen", async () => {
  const { verdict } = await showVerdict(refused);
  const steps = [...verdict.querySelectorAll(".flow-steps > li")].map(words);
  expect(steps).toEqual([
    "✓ request: done",
    "✓ login page: done",
    "✓ response: done",
    "✓ callback: done",
    "✕ token request: stopped here",
    "– tokens: not seen",
    "– API: not seen",
  ]);
});

test("lists possible causes of a stop, each with its check, if nothing is proven", async () => {
  const { verdict } = await showVerdict(refused);
  const causes = find(verdict, ".possible-causes");
  expect(words(causes)).toContain("The provider refused the code");
  expect(words(causes)).toContain("Possible causes");
  const [first] = causes.querySelectorAll("li");
  expect(words(first ?? causes)).toMatch(/^The code has expired, .* Check: .* Fix: /u);
  expect(verdict.querySelector(".trace-findings")).toBeNull();
});

test("shows a proven cause with both values, and then no possible one", async () => {
  const { verdict } = await showVerdict(contradicted);
  const cause = find(verdict, ".trace-findings > .cause");
  expect(words(cause)).toContain("The token request has another redirect_uri than the login");
  expect(words(cause)).toContain("query redirect_uri https://app.example/callback copy request");
  expect(words(cause)).toContain("form redirect_uri https://app.example/callback/ copy request");
  expect(verdict.querySelector(".possible-causes")).toBeNull();
});

test("a login that the library refuses without a message stops at its tokens, with its cause", async () => {
  const query = "client_id=spa&response_type=id_token&scope=openid&state=s&nonce=8a47d1f2-77aa";
  const idToken = jwtOf({ sub: "ada" }, { alg: "HS256" });
  const { models, verdict } = await showVerdict([
    {
      url: `${idp}/authorize?${query}`,
      dest: "document",
      location: `https://app.example/callback#id_token=${idToken}&state=s`,
    },
  ]);
  expect(words(find(verdict, ".flow-stop"))).toContain(
    "A correct client stops at the tokens. request",
  );
  expect(words(verdict)).toContain("✕ tokens: a correct client stops here");
  expect(words(find(verdict, ".trace-findings"))).toContain("signed with HS256");
  expect(models.trace.rows.value.map(({ verdict: { state } }) => state)).toEqual(["failed"]);
  expect(models.trace.rows.value.map(describePhase)).toEqual(["a correct client refuses it"]);
});

test("a login that ended well says so, with its advice folded", async () => {
  const { models, verdict } = await showVerdict(codeLogin({}));
  expect(verdict.querySelector(".flow-stop")).toBeNull();
  expect(words(verdict)).toContain("It ended well.");
  expect(models.trace.rows.value.map(({ verdict: { state } }) => state)).toEqual(["clean"]);
  const advice = [...verdict.querySelectorAll("details")].find((one) =>
    words(one).startsWith("Advice"),
  );
  expect(advice?.open).toBe(false);
  expect(words(advice ?? verdict)).toContain("The page redeems a code without PKCE");
});

test("a value of an advice leads back to it, and unfolds it", async () => {
  const { place, models } = await showVerdict([
    ...codeLogin({}).slice(0, 4),
    { ...tokenFor({ at: 400 }), answer: { access_token: "access-c", expires_in: 999_999 } },
  ]);
  await perform(() => models.trace.showFinding("long-lived-token"));
  await expect.poll(() => document.activeElement?.id).toBe("finding-long-lived-token");
  expect(document.activeElement?.closest("details")?.open).toBe(true);
  expect(words(find(place, ".flow-verdict"))).toContain("expires_in 999999");
});

test("shows the requested and granted access, and the request of each value", async () => {
  const { place, verdict } = await showVerdict(codeLogin({}));
  const access = find(verdict, ".flow-access");
  expect(words(access)).toBe("scope requestedopenid copy requestscope grantedas requested");
  await click(findButton(access, "Show the request with scope requested"));
  expect(words(find(place, ".message-pane"))).toContain("/authorize");
});

test("says which part of a login was not seen", async () => {
  const { verdict } = await showVerdict(codeLogin({}));
  expect(words(verdict)).toContain("The provider's keys were not seen");
});

test("a failed login says that the same client logged in later", async () => {
  const again = codeLogin({ at: 120_000, client: "shop", state: "s3", code: "c3" });
  const { place, models } = await showTab([...refused, ...again]);
  const [newest, first] = models.trace.rows.value;
  expect([newest?.verdict.state, first?.verdict.state]).toEqual(["clean", "retried"]);
  await perform(() => models.trace.open(first?.flow.id ?? ""));
  const outcome = find(place, ".flow-verdict [role=status]");
  expect(words(outcome)).toContain("It failed, and the same client succeeded at ");
  const time = find(outcome, "time").getAttribute("datetime");
  expect(time).toBe(new Date(newest?.flow.endedAt ?? 0).toISOString());
});
