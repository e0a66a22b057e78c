import { emit, openTenant, origin } from "../tenant-with-token.ts";

const eventsPerEmission = 1000;

/**
 * Records the stream of the local tenant for a reader of all types, event by event, in the chunks
 * as they arrive. Each side of a figure then receives the same bytes, and no figure contains the
 * tenant's own work.
 */
export async function recordStream(count: number): Promise<Uint8Array[]> {
  const { tenant, token } = await openTenant(count);
  const response = await tenant.fetch(
    new Request(`${origin}/api/v2/events`, { headers: { authorization: `Bearer ${token}` } }),
  );
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  let frames = 0;
  for (let emitted = 0; frames < count;) {
    if (emitted <= frames) {
      await emit(tenant, { type: "all", count: eventsPerEmission });
      emitted += eventsPerEmission;
    }
    const { value = new Uint8Array() } = (await reader?.read()) ?? {};
    pieces.push(value);
    frames += countFrames(value);
  }
  await reader?.cancel();
  tenant.stop();
  return pieces;
}

/** Cuts the first events of a recording into chunks of one event each, as a quiet tenant sends. */
export function cutIntoEvents(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  const text = pieces.map((piece) => new TextDecoder().decode(piece)).join("");
  const frames = text.split(/(?<=\n\n)/u).map((frame) => new TextEncoder().encode(frame));
  return frames.slice(0, frames.findIndex((frame) => countFrames(frame) > 0) + count);
}

/** Counts the events of each chunk. Each event has an `id:`, and the first frames have none. */
export function countFrames(piece: Uint8Array): number {
  return new TextDecoder().decode(piece).split("\nid: ").length - 1;
}

/** Returns a stream of these chunks that sends each chunk on demand. */
export function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[index];
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
      index += 1;
    },
  });
}
