import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";

/** The elements whose text comes from events; a filter searches nothing else. */
const searched = ".event-type, .event-subject, .event-source, .json-name, .json-value";
/** The most matches to highlight; a screen shows fewer, because long texts are shortened. */
const maxHighlights = 2_000;

/** Highlights the matches of the filter in a container, also in content that is rendered later. */
export function useHighlights(
  place: RefObject<HTMLElement | null>,
  model: InstanceType<typeof EventsModel>,
  highlight: (parts: readonly Range[]) => void,
): void {
  const terms = model.terms.value;
  useEffect(() => {
    const root = place.current;
    if (root === null || terms.length === 0) return undefined;
    let frame: number | undefined;
    let latest = 0;
    const update = async () => {
      frame = undefined;
      latest += 1;
      const own = latest;
      const texts = findTexts(root);
      const spans = await model.mark(texts.map(({ text }) => text));
      // The content may have changed during the search. Each change schedules another update.
      if (own === latest) highlight(makeRanges(texts, spans));
    };
    const schedule = () => {
      frame ??= requestAnimationFrame(() => void update());
    };
    const observer = new MutationObserver(schedule);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    schedule();
    return () => {
      latest += 1;
      observer.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
      highlight([]);
    };
  }, [place, model, terms, highlight]);
}

/** A visible text and the text nodes that contain it. */
interface ShownText {
  text: string;
  nodes: readonly Text[];
}

function findTexts(root: HTMLElement): ShownText[] {
  return [...root.querySelectorAll(searched)].map((element) => {
    const nodes: Text[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node instanceof Text) nodes.push(node);
    return { nodes, text: nodes.map(({ data }) => data).join("") };
  });
}

/** Finds the text node and offset for an offset in the joined text of several nodes. */
function findPlace(nodes: readonly Text[], offset: number): { node: Text; at: number } | undefined {
  let left = offset;
  for (const node of nodes) {
    if (left <= node.data.length) return { node, at: left };
    left -= node.data.length;
  }
  return undefined;
}

function makeRanges(
  texts: readonly ShownText[],
  spans: readonly (readonly (readonly [number, number])[])[],
): Range[] {
  const ranges: Range[] = [];
  for (const [index, { nodes }] of texts.entries()) {
    for (const span of spans[index] ?? []) {
      if (ranges.length >= maxHighlights) return ranges;
      const [start, end] = span.map((offset) => findPlace(nodes, offset));
      // A node may have been replaced or removed since its text was read.
      if (start?.node.isConnected !== true || end?.node.isConnected !== true) continue;
      const range = new Range();
      range.setStart(start.node, start.at);
      range.setEnd(end.node, end.at);
      ranges.push(range);
    }
  }
  return ranges;
}
