import { expect, test } from "vitest";
import { codeLogin } from "../../../lib/trace/join/logins.ts";
import { click, find, findButton, perform, words } from "../../show.ts";
import { refused, showTab } from "./show-trace.tsx";

/** Opens the newest login of two, and begins a comparison. */
async function begin() {
  const stage = await showTab([...codeLogin({ client: "shop" }), ...refused]);
  const { models, place } = stage;
  const [newest, oldest] = models.trace.rows.value;
  await perform(() => models.trace.open(newest?.flow.id ?? ""));
  await click(findButton(place, "Compare with…"));
  const pick = async () => {
    await perform(() => models.trace.comparison.pick(oldest?.flow.id ?? ""));
  };
  return { ...stage, pick };
}

test("lists the other logins with host and verdict", async () => {
  const { place } = await begin();
  const options = [...place.querySelectorAll(".flow-comparison option")].map(words);
  expect(options).toHaveLength(2);
  expect(options[1]).toContain("login.example");
});

test("shows the first difference on top, and folds equal values", async () => {
  const { place, pick } = await begin();
  await pick();
  expect(words(find(place, ".flow-comparison [role=status]"))).toMatch(
    /first login, and .+ second/u,
  );
  expect(words(find(place, ".flow-comparison"))).toMatch(/\d+ equal values/u);
  expect(place.querySelectorAll(".flow-comparison details[open]")).toHaveLength(0);
});

test("swaps the logins, and closes the comparison", async () => {
  const { place, pick } = await begin();
  await pick();
  const headline = () => words(find(place, ".flow-comparison [role=status]"));
  const before = headline();
  await click(findButton(place, "Swap logins"));
  expect(headline()).not.toBe(before);
  await click(findButton(place, "Close comparison"));
  expect(place.querySelector(".flow-comparison")).toBeNull();
});
