/**
 * Decompresses a Snappy block, as LevelDB stores them.
 *
 * @returns undefined if the bytes are not a Snappy block
 * @see the Snappy format description, sections 1 and 2
 */
export function decodeSnappy(block: Buffer): Buffer | undefined {
  let at = 0;
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = block[at];
    if (byte === undefined || shift > 28) return undefined;
    at += 1;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  // An element of three bytes yields at most 64.
  if (length === 0 || length > block.length * 64) return undefined;
  const output = Buffer.alloc(length);
  let written = 0;
  while (at < block.length) {
    const element = readElement(block, at);
    if (element === undefined || written + element.size > length) return undefined;
    at = element.next;
    if (element.kind === "literal") {
      if (at + element.size > block.length) return undefined;
      block.copy(output, written, at, at + element.size);
      at += element.size;
    } else {
      if (element.offset === 0 || element.offset > written) return undefined;
      // Byte by byte: a copy may overlap its own output.
      for (let byte = 0; byte < element.size; byte += 1) {
        output[written + byte] = output[written + byte - element.offset] ?? 0;
      }
    }
    written += element.size;
  }
  return written === length ? output : undefined;
}

type Element =
  | { kind: "literal"; size: number; next: number }
  | { kind: "copy"; size: number; offset: number; next: number };

/** Decodes the tag at an offset: a literal, or a copy of earlier output. */
function readElement(block: Buffer, at: number): Element | undefined {
  const tag = block[at] ?? 0;
  const upper = tag >> 2;
  const after = at + 1;
  const extra = [upper >= 60 ? upper - 59 : 0, 1, 2, 4][tag & 3] ?? 0;
  if (after + extra > block.length) return undefined;
  const number = extra === 0 ? 0 : block.readUIntLE(after, extra);
  const next = after + extra;
  switch (tag & 3) {
    case 0:
      return { kind: "literal", size: 1 + (extra === 0 ? upper : number), next };
    case 1:
      return { kind: "copy", size: 4 + (upper & 7), offset: (tag >> 5) * 256 + number, next };
    default:
      return { kind: "copy", size: 1 + upper, offset: number, next };
  }
}
