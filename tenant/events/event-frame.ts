const blockSize = 64 * 1024;

/** Formats one frame of the stream. JSON escapes line breaks, so the data is one line. */
export function formatFrame(name: string, data: unknown, id?: string): string {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return `event: ${name}\n${idLine}data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Creates an encoder that writes frames into shared blocks. An array for each frame would double
 * the memory of an event.
 */
export function createFrameEncoder(): (text: string) => Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  let block = new Uint8Array(0);
  return (text) => {
    // UTF-8 needs at most three bytes for each UTF-16 unit. A large frame gets an array of its own
    // size, so that the counted bytes are the bytes in memory.
    if (text.length * 3 > blockSize) return encoder.encode(text);
    if (block.length < text.length * 3) block = new Uint8Array(blockSize);
    const { written } = encoder.encodeInto(text, block);
    const frame = block.subarray(0, written);
    block = block.subarray(written);
    return frame;
  };
}

/** Joins arrays of bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
