import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { EventsModel } from "../../../lib/models/events/events-model.ts";

/** The elements whose text comes from events; a filter searches nothing else. */
const searched = ".event-type, .event-subject, .event-source, .json-name, .json-value";
/** A long text is shown by its beginning, and so many parts are more than a screen holds. */
const mostParts = 2_000;

/** Highlights what the filter matches in a place, also in what is rendered there later. */
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
      const nodes = findTexts(root);
      const spans = await model.mark(nodes.map(({ data }) => data));
      // The texts may have been rendered anew meanwhile; what changed asks again.
      if (own === latest) highlight(makeRanges(nodes, spans));
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

function findTexts(root: HTMLElement): Text[] {
  return [...root.querySelectorAll(searched)].flatMap((element) =>
    [...element.childNodes].filter((node) => node instanceof Text),
  );
}

function makeRanges(
  nodes: readonly Text[],
  spans: readonly (readonly (readonly [number, number])[])[],
): Range[] {
  const ranges: Range[] = [];
  for (const [index, node] of nodes.entries()) {
    for (const [start, end] of spans[index] ?? []) {
      if (ranges.length >= mostParts) return ranges;
      if (!node.isConnected || end > node.data.length) continue;
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}
