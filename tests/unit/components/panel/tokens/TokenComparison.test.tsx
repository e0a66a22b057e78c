import { expect, test } from "vitest";
import { TokensTab } from "../../../../../components/panel/tokens/TokensTab.tsx";
import { CompareModel } from "../../../../../lib/models/tokens/compare-model.ts";
import { ReadingModel } from "../../../../../lib/models/tokens/reading-model.ts";
import { TokensModel } from "../../../../../lib/models/tokens/tokens-model.ts";
import {
  click,
  find,
  findButton,
  findField,
  perform,
  show,
  sourceOf,
  type,
  words,
} from "../../show.ts";
import { writeToken } from "../../../lib/tokens/sign-token.ts";
import { now, openActivity } from "../../fake-worker.ts";

const header = { alg: "RS256" };
const ada = { iss: "https://acme.example/", sub: "ada", aud: "app", exp: now / 1000 + 3600 };
const bob = { ...ada, sub: "bob", exp: now / 1000 + 10_863, role: "<b>admin</b>" };

async function showTab() {
  const { activity } = openActivity({ tenant: undefined });
  const clock = { time: now, tick: () => {} };
  const parts = {
    now: () => clock.time,
    schedule(callback: () => void, delayMs: number) {
      if (delayMs === 1_000) clock.tick = callback;
      return () => undefined;
    },
  };
  const model = new TokensModel({
    ...parts,
    keySets: {
      read: () => {
        throw new Error("no keys are faked");
      },
    },
  });
  const comparison = new CompareModel({ ...parts, inspected: model });
  const reading = new ReadingModel({
    now: parts.now,
    schedule: () => () => undefined,
    report: model.report,
    decoded: model.decoded,
  });
  const models = { model, comparison, reading };
  const place = await show(<TokensTab activity={activity} {...models} />);
  const pass = (seconds: number) =>
    perform(() => {
      clock.time += seconds * 1000;
      clock.tick();
    });
  return { place, field: findField(place, "Token"), pass };
}

const write = (payload: object) => writeToken(header, payload);
const rowsOf = (place: ParentNode) =>
  [...place.querySelectorAll(".comparison-table tbody tr")].map((row) =>
    [...row.children].slice(0, 4).map(words),
  );
const bar = (place: ParentNode) => words(find(place, ".compare-bar"));

test("a kept token is compared with the next one, the first difference on top", async () => {
  const { place, field } = await showTab();
  expect(place.querySelector(".compare-bar")).toBeNull();
  await type(field, write(ada));
  await click(findButton(place, "Keep for comparison"));
  expect(bar(place)).toContain("Paste or choose another token to compare it with this one.");
  expect(bar(place)).toContain("sub ada");
  await type(field, write(bob));
  const title = 'The second token is about another subject: sub is "bob", not "ada".';
  expect(words(find(place, ".comparison"))).toContain(title);
  expect(bar(place)).toContain(title);
  expect(rowsOf(place).map(([name, , , difference]) => [name, difference])).toEqual([
    ["sub", "changed"],
    ["role", "only in the second"],
    ["exp", "2 h 1 min 3 s later"],
  ]);
  expect(rowsOf(place)[1]).toEqual(["role", "absent", '"<b>admin</b>"', "only in the second"]);
  expect(sourceOf(place)).not.toContain("<b>admin</b>");
});

test("the filter shows what is the same", async () => {
  const { place, field } = await showTab();
  await type(field, write(ada));
  await click(findButton(place, "Keep for comparison"));
  await type(field, write(bob));
  await click(findField(place, "Differences only"));
  expect(rowsOf(place).map(([name]) => name)).toEqual([
    "sub",
    "role",
    "exp",
    "alg header",
    "iss",
    "aud",
  ]);
});

test("one button compares the two tokens of a text, and the second one is inspected", async () => {
  const { place, field } = await showTab();
  await type(field, JSON.stringify({ id_token: write(ada), access_token: write(bob) }));
  await click(findButton(place, "Compare the two tokens"));
  expect(bar(place)).toContain("Kept: ID token");
  const facts = words(find(place, ".comparison .facts"));
  expect(facts).toMatch(/^FirstID token of .*, sub adaSecondAccess token, sub bob$/);
  expect(words(find(place, ".comparison"))).toContain(
    "The first is an ID token, the second an access token: tokens of two kinds have different claims.",
  );
  expect(find(place, ".token-choices label:nth-child(2) input")).toHaveProperty("checked", true);
});

test("times are current while two tokens are compared", async () => {
  const { place, field, pass } = await showTab();
  await type(field, write(ada));
  await click(findButton(place, "Keep for comparison"));
  await type(field, write({ ...ada, exp: now / 1000 + 60 }));
  expect(rowsOf(place)[0]?.[2]).toContain("in 1 min");
  await pass(50);
  expect(rowsOf(place)[0]?.[2]).toContain("in 10 s");
  await pass(10);
  expect(bar(place)).toContain("The second token is expired, the first is valid");
});

test.each([
  ["Stop comparing", false],
  ["Forget token", true],
])("“%s” drops the kept token and returns to the field", async (button, isForgotten) => {
  const { place, field } = await showTab();
  await type(field, write(ada));
  await click(findButton(place, "Keep for comparison"));
  await type(field, write(bob));
  await click(findButton(place, button));
  expect(document.activeElement).toBe(field);
  expect(place.querySelector(".comparison")).toBeNull();
  expect(field.value === "").toBe(isForgotten);
  expect(sourceOf(place)).not.toContain("ada");
});

test("the kept token can be forgotten after the field was emptied", async () => {
  const { place, field } = await showTab();
  await type(field, write(ada));
  await click(findButton(place, "Keep for comparison"));
  await type(field, "");
  expect(bar(place)).toContain("Inspect a token to compare it with this one.");
  await click(findButton(place, "Forget token"));
  expect(place.querySelector(".compare-bar")).toBeNull();
});

test("an opaque token is compared with one sentence and no table", async () => {
  const { place, field } = await showTab();
  await type(field, write(ada));
  await click(findButton(place, "Keep for comparison"));
  await type(field, "opaque-token-1");
  expect(words(find(place, ".comparison"))).toContain(
    "The second token is opaque: it has no header and no claims to compare.",
  );
  expect(rowsOf(place)).toEqual([]);
});

test("a long list shows its first rows until the user wants more, and cuts long values", async () => {
  const { place, field } = await showTab();
  const claims = (value: string) =>
    Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`c${at}`, value]));
  await type(field, write({ ...claims("a"), sub: "x".repeat(400) }));
  await click(findButton(place, "Keep for comparison"));
  await type(field, write(claims("b")));
  expect(rowsOf(place)).toHaveLength(100);
  expect(rowsOf(place)[0]?.[1]).toMatch(/x… Show all \(400 characters\) of sub$/);
  await click(findButton(place, "Show 300 more"));
  await click(findButton(place, "Show 51 more"));
  expect(rowsOf(place)).toHaveLength(451);
  expect(words(find(place, ".comparison"))).not.toContain("Showing");
});

test("the button of the bar opens the comparison and moves the focus to it", async () => {
  const { place, field } = await showTab();
  await type(field, write(ada));
  await click(findButton(place, "Keep for comparison"));
  await type(field, write(bob));
  const details = find(place, "details.comparison");
  await perform(() => details.removeAttribute("open"));
  await click(findButton(place, "Go to comparison"));
  expect(details.hasAttribute("open")).toBe(true);
  expect(document.activeElement).toBe(find(place, ".comparison summary"));
});
