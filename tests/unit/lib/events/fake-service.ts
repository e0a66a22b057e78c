const encoder = new TextEncoder();

/** The tenant's side of an open stream. */
export interface OpenStream {
  send(text: string): void;
  end(): void;
  breakOff(): void;
  readonly isCancelled: boolean;
}

interface ServedRequest {
  readonly url: URL;
  readonly init: RequestInit;
}

export type Answer = (request: ServedRequest) => Response | Promise<Response>;

/** A tenant with prepared answers. A request without one fails the test with its URL. */
export interface FakeService {
  readonly requests: readonly ServedRequest[];
  fetch(url: string, init: RequestInit): Promise<Response>;
  answer(...answers: Answer[]): void;
  /** Answers the next request with a stream. */
  openStream(headers?: Record<string, string>): OpenStream;
  readonly unanswered: readonly string[];
}

export function createFakeService(): FakeService {
  const requests: ServedRequest[] = [];
  const answers: Answer[] = [];
  const unanswered: string[] = [];
  return {
    requests,
    unanswered,
    answer: (...more) => void answers.push(...more),
    async fetch(url, init) {
      const request = { url: new URL(url), init };
      requests.push(request);
      const answer = answers.shift();
      if (answer === undefined) {
        unanswered.push(url);
        throw new Error(`No response was prepared for ${url}`);
      }
      return answer(request);
    },
    openStream(headers = {}) {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
      const state = { isCancelled: false };
      const body = new ReadableStream<Uint8Array>({
        start: (given) => void (controller = given),
        cancel: () => void (state.isCancelled = true),
      });
      answers.push(
        () => new Response(body, { headers: { "content-type": "text/event-stream", ...headers } }),
      );
      return {
        send: (text) => controller?.enqueue(encoder.encode(text)),
        end: () => controller?.close(),
        breakOff: () => controller?.error(new TypeError("terminated")),
        get isCancelled() {
          return state.isCancelled;
        },
      };
    },
  };
}

/** Creates an answer with an error of the Management API. */
export function refuse(
  statusCode: number,
  over: { message?: string; errorCode?: string } = {},
  headers: Record<string, string> = {},
): Answer {
  return () =>
    Response.json({ statusCode, error: "Refused", ...over }, { status: statusCode, headers });
}
