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
  expect(options).toHaveLength(1);
  expect(options[0]).toMatch(/shop, fail/u);
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

test("begins with the newest other login, moves the focus, and Escape returns it", async () => {
  const { models, place } = await begin();
  const select = place.querySelector("select");
  if (select === null) throw new Error("There is no list of logins.");
  expect(document.activeElement).toBe(select);
  expect(select.value).toBe(models.trace.rows.value[1]?.flow.id);
  expect(words(find(place, ".flow-comparison h3"))).toMatch(/\d+ different/u);
  await perform(() => {
    select.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  expect(place.querySelector(".flow-comparison")).toBeNull();
  expect(models.trace.opened.value).toBeDefined();
  expect(words(document.activeElement ?? place)).toBe("Compare with…");
});

test("ends when another login is opened", async () => {
  const { models, place } = await begin();
  await perform(() => models.trace.open(models.trace.rows.value[1]?.flow.id ?? ""));
  expect(place.querySelector(".flow-comparison")).toBeNull();
});

test("offers no flow of another kind, and says how to get one of this kind", async () => {
  const { models, place } = await showTab([
    ...codeLogin({ client: "shop" }),
    {
      url: "https://login.example/v2/logout",
      query: { client_id: "shop" },
      dest: "document",
      at: 90_000,
    },
  ]);
  expect(models.trace.rows.value.map(({ flow }) => flow.kind)).toEqual(["logout", "login"]);
  await perform(() => models.trace.open(models.trace.rows.value[0]?.flow.id ?? ""));
  const button = findButton(place, "Compare with…");
  expect(button.disabled).toBe(true);
  expect(button.title).toBe(
    "The list has no other flow of this kind. Repeat it, or import a file.",
  );
});
