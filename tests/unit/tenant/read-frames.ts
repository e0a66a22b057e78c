/** A frame of an event stream as sent: comments, and fields by name. */
interface Frame {
  comment?: string;
  event?: string;
  id?: string;
  data?: string;
  retry?: string;
}

/** Reads the frames one by one; returns undefined when the stream has ended. */
export interface FrameReader {
  next(): Promise<Frame | undefined>;
  take(count: number): Promise<Frame[]>;
  cancel(): Promise<void>;
}

/** Splits a stream at empty lines, without any validation. */
export function readFrames(response: Response): FrameReader {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";

  async function next(): Promise<Frame | undefined> {
    let end = buffer.indexOf("\n\n");
    while (end === -1) {
      const chunk = await reader?.read();
      if (chunk?.value === undefined) return undefined;
      buffer += chunk.value;
      end = buffer.indexOf("\n\n");
    }
    const text = buffer.slice(0, end);
    buffer = buffer.slice(end + 2);
    return Object.fromEntries(
      text.split("\n").map((line) => {
        const colon = line.indexOf(":");
        const name = colon === 0 ? "comment" : line.slice(0, colon);
        return [name, line.slice(colon + 1).trim()];
      }),
    );
  }

  return {
    next,
    async take(count) {
      const frames: Frame[] = [];
      while (frames.length < count) {
        const frame = await next();
        if (frame === undefined) break;
        frames.push(frame);
      }
      return frames;
    },
    async cancel() {
      await reader?.cancel();
    },
  };
}
