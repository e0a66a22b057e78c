import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import { runInPanel, type PanelDocument } from "./bundle-harness.ts";

const exchangeSchema = z.looseObject({
  id: z.number(),
  source: z.enum(["event", "snapshot", "import"]),
  startedAt: z.number(),
  method: z.string(),
  url: z.string(),
  status: z.number(),
  requestBody: z.optional(z.string()),
  redirect: z.optional(z.string()),
  destination: z.optional(z.string()),
  responseBody: z.object({ state: z.string(), text: z.optional(z.string()) }),
});
type CapturedExchange = z.infer<typeof exchangeSchema>;

const captureSchema = z.object({
  exchanges: z.array(exchangeSchema),
  navigations: z.array(z.object({ at: z.number(), url: z.string() })),
  missedEvents: z.number(),
});

/** What a request of a test has to match. */
interface Wanted {
  /** True to find a request without a status as well. */
  isUnanswered?: boolean;
  method?: string;
  path: string;
  /** With its question mark. */
  search?: string;
  destination?: string;
  /** True if the body of the response has to be there: it can come after the rest. */
  hasText?: boolean;
}

function matches(wanted: Wanted, exchange: CapturedExchange): boolean {
  const { pathname, search } = new URL(exchange.url);
  return (
    (exchange.status !== 0 || wanted.isUnanswered === true) &&
    pathname === wanted.path &&
    search === (wanted.search ?? search) &&
    exchange.method === (wanted.method ?? exchange.method) &&
    exchange.destination === (wanted.destination ?? exchange.destination) &&
    (wanted.hasText !== true || exchange.responseBody.state === "text")
  );
}

const describe = ({ source, method, url, status, destination, responseBody }: CapturedExchange) =>
  [source, method, new URL(url).pathname, status, destination, responseBody.state].join(" ");

/** Reads a capture that runs in the panel's document. */
export class CaptureReader {
  readonly #panel: PanelDocument;

  private constructor(panel: PanelDocument) {
    this.#panel = panel;
  }

  static async open(panel: PanelDocument): Promise<CaptureReader> {
    await runInPanel(panel, "capture-harness.ts");
    return new CaptureReader(panel);
  }

  async read(): Promise<z.infer<typeof captureSchema>> {
    return captureSchema.parse(await this.#panel.call("() => window.capture.read()", null));
  }

  /** Removes all that was captured. */
  async clear(): Promise<void> {
    await this.#panel.call("() => window.capture.clear()", null);
  }

  async record(isOn: boolean): Promise<void> {
    await this.#panel.call("(isOn) => window.capture.record(isOn)", isOn);
  }

  async setPreservesLog(preserves: boolean): Promise<void> {
    await this.#panel.call("(preserves) => window.capture.setPreservesLog(preserves)", preserves);
  }

  /**
   * Waits until the capture has not changed for 2 s, as beside a person, and plans to read no list
   * of requests: Firefox loses requests that start while it creates that list.
   */
  async waitUntilQuiet(): Promise<void> {
    await waitFor(() => this.#panel.call("() => window.capture.isQuiet()", null), {
      what: "the capture to pause",
    });
  }

  /** Waits until `count` requests that match have ended, and returns them, oldest first. */
  async find(wanted: Wanted, count = 1): Promise<[CapturedExchange, ...CapturedExchange[]]> {
    const find = async (): Promise<[CapturedExchange, ...CapturedExchange[]]> => {
      const { exchanges } = await this.read();
      const [first, ...rest] = exchanges.filter((exchange) => matches(wanted, exchange));
      if (first === undefined || rest.length + 1 < count) {
        throw new Error(`It has ${exchanges.map(describe).join(", ")}.`);
      }
      return [first, ...rest];
    };
    return await waitFor(find, {
      what: `the capture to have ${count} × ${wanted.method ?? "a request of"} ${wanted.path}`,
    });
  }
}
