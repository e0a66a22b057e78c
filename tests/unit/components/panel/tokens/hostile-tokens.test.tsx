import { expect, test } from "vitest";
import { TokensTab } from "../../../../../components/panel/tokens/TokensTab.tsx";
import { CompareModel } from "../../../../../lib/models/tokens/compare-model.ts";
import { ReadingModel } from "../../../../../lib/models/tokens/reading-model.ts";
import { createChoices } from "../../../../fuzz/choices.ts";
import { openTokensTab, tenant } from "../../../../fuzz/tokens/fuzz-tokens.ts";
import { hostileTexts, makeInput, marker } from "../../../../fuzz/tokens/token-inputs.ts";
import { createPool, inspectedAt } from "../../../../fuzz/tokens/token-pool.ts";
import { openActivity } from "../../fake-worker.ts";
import { perform, show } from "../../show.ts";

/** The number of rendered reports; `npm run fuzz` renders more. */
const renderCount = process.env["HOSTILE_INPUTS"] === undefined ? 60 : 500;

/** Elements that load, run or send something. Of them, the tab has only links to the guide. */
const activeElements =
  'script, img, svg, iframe, object, embed, base, link, meta, style, form, a:not([href="/guide.html#token-verdict"], [href="/guide.html#text-without-a-token"]), video, audio, math';

/** Lists the elements and attributes in a place that come from the input. */
function findMarkup(place: Element): string[] {
  const active = [...place.querySelectorAll(activeElements)].map(({ localName }) => localName);
  const attributes = [...place.querySelectorAll("*")].flatMap((element) =>
    [...element.attributes].filter(({ name, value }) => isForeign(name, value)),
  );
  return [...active, ...attributes.map(({ name, value }) => `${name}=${value}`)];
}

/** Attributes that browsers only read out or show as text. */
const labels = ["aria-label", "title"];

function isForeign(name: string, value: string): boolean {
  if (name.startsWith("on") || name.includes(marker)) return true;
  return value.includes(marker) && !labels.includes(name);
}

/** Shows the tab with its sections open. */
async function showTab() {
  const pool = await createPool();
  const { model, library } = openTokensTab(pool);
  const clock = { now: () => inspectedAt, schedule: () => () => undefined };
  const models = {
    model,
    library,
    comparison: new CompareModel({ ...clock, inspected: model }),
    reading: new ReadingModel({ ...clock, report: model.report, decoded: model.decoded }),
  };
  library.setOpen(true);
  const { activity } = openActivity({ tenant });
  const place = await show(<TokensTab activity={activity} {...models} />);
  return { pool, place, ...models };
}

test(`creates no element and no attribute from the text of ${renderCount} hostile tokens`, async () => {
  const { pool, model, reading, place } = await showTab();
  const choices = createChoices(20_261_122);
  let shown = 0;
  for (let count = 0; count < renderCount; count += 1) {
    const text = await makeInput(choices, pool);
    await perform(() => model.paste(text, tenant));
    await perform(() => reading.show(count % 2 === 0 ? "table" : "tree"));
    expect(findMarkup(place), JSON.stringify(text)).toEqual([]);
    if (place.textContent.includes(marker)) shown += 1;
  }
  expect(shown, "reports that show markup as text").toBeGreaterThan(renderCount / 10);
}, 600_000);

test.each(hostileTexts.filter((text) => /<[a-z].*>/.test(text)))(
  "would find the planted markup %s",
  (markup) => {
    const place = document.createElement("div");
    place.append(...new DOMParser().parseFromString(markup, "text/html").body.childNodes);
    expect(findMarkup(place)).not.toEqual([]);
  },
);

test.each([
  ["onclick", "x"],
  ["style", `background: url(${marker})`],
  ["id", marker],
  [marker, ""],
])("would find the planted attribute %s", (name, value) => {
  const place = document.createElement("div");
  const element = document.createElement("span");
  element.setAttribute(name, value);
  place.append(element);
  expect(findMarkup(place)).toEqual([`${name}=${value}`]);
});
