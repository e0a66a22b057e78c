import { waitFor } from "../../launch/wait-for.ts";

/** The titles of a page's frames, once one of them holds `wanted`; those that there are when none has after a while. */
export async function settleTitles(
  read: () => Promise<string[]>,
  wanted: string,
): Promise<string[]> {
  try {
    return await waitFor(
      async () => {
        const titles = await read();
        return titles.some((title) => title.includes(wanted)) && titles;
      },
      { what: `a frame with the title ${wanted}`, timeout: 10_000 },
    );
  } catch {
    return read();
  }
}
