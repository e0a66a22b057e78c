import { emit, openTenant, origin } from "../tenant-with-token.ts";

const eventsPerEmission = 1000;

/**
 * Records what the local tenant sends a reader of all types, event after event: the pieces as they came, so that each side of a
 * figure is sent the same bytes, and the tenant's own work is in none.
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

/** How many events a piece has; each has an `id:`, and what came before the first has none. */
export function countFrames(piece: Uint8Array): number {
  return new TextDecoder().decode(piece).split("\nid: ").length - 1;
}

/** A stream of these pieces, each as soon as it is asked for. */
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
