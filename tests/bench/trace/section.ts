import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openInspectedPages, requestCount, type InspectedPages } from "./devtools.ts";
import type { Figure, Section } from "../figure.ts";
import { bigCapture } from "./make-har.ts";
import { openTracePlaces, rowCount, type TracePlaces } from "./panel.ts";

/** The functions that stop the started parts, the last started first. */
const openings: (() => unknown)[] = [];

function startNode(): ChildProcess {
  const node = fork(new URL("./node.ts", import.meta.url));
  openings.push(() => node.kill());
  return node;
}

async function ask(node: ChildProcess, name: string): Promise<number> {
  node.send(name);
  const answers: unknown[] = await once(node, "message");
  const value = answers[0];
  if (typeof value !== "number") throw new Error(String(value));
  return value;
}

/** Opening, classifying, joining and judging a file, against `JSON.parse` of the same file. */
function compareOpening(): Figure {
  let node: ChildProcess | undefined;
  const measure = (name: string) => ask((node ??= startNode()), name);
  return {
    name: `file-of-${bigCapture.requests}-requests`,
    unit: "ms",
    target: 4,
    direction: "at most",
    samples: 9,
    ours: () => measure("open"),
    other: () => measure("parse"),
  };
}

/** An export with harmless values only, against the recogniser of secrets that it replaced. */
function compareExport(): Figure {
  let node: ChildProcess | undefined;
  const measure = (name: string) => ask((node ??= startNode()), name);
  return {
    name: `export-of-${bigCapture.requests}-requests`,
    unit: "ms",
    target: 1.2,
    direction: "at most",
    samples: 3,
    ours: () => measure("export"),
    other: () => measure("recognise"),
  };
}

/** The whole heap of a process that keeps the trace, against the size of the file. */
function compareHeap(): Figure {
  const measure = async (name: string) => {
    const node = startNode();
    const bytes = await ask(node, name);
    node.kill();
    return bytes / 1e6;
  };
  return {
    name: `heap-of-${bigCapture.requests}-requests`,
    unit: "MB",
    target: 4,
    direction: "at most",
    samples: 1,
    ours: () => measure("heap"),
    other: () => measure("size"),
  };
}

function comparePanel(places: TracePlaces): Figure[] {
  return [
    {
      name: `frames-dropped-over-${rowCount}-rows`,
      unit: "frames",
      target: 1.5,
      direction: "at most",
      samples: 5,
      ours: () => places.scrollRows(),
      other: () => places.scrollEmpty(),
    },
    {
      name: `longest-task-with-${bigCapture.requests}-requests`,
      unit: "ms",
      target: 1,
      direction: "at most",
      samples: 3,
      ours: () => places.captureLive(),
      other: () => 50,
    },
  ];
}

function comparePages(pages: InspectedPages): Figure[] {
  return [
    {
      name: `page-with-${requestCount}-requests`,
      unit: "ms",
      target: 1.05,
      direction: "at most",
      samples: 5,
      ours: () => pages.withPanel(),
      other: () => pages.withNetwork(),
    },
    {
      // Against one call, so that the ratio is the number of calls.
      name: "calls-with-the-panel-closed",
      unit: "calls",
      target: 0,
      direction: "at most",
      samples: 1,
      ours: () => pages.calls,
      other: () => 1,
    },
  ];
}

/** The Trace tab: a file of many logins, and a live capture of as many. */
export const section: Section = {
  name: "trace",
  async prepare() {
    const places = await openTracePlaces();
    openings.push(() => places.close());
    const pages = await openInspectedPages();
    openings.push(() => pages.close());
    return [
      compareOpening(),
      compareExport(),
      compareHeap(),
      ...comparePanel(places),
      ...comparePages(pages),
    ];
  },
  async close() {
    for (const end of openings.splice(0).toReversed()) await end();
  },
};
