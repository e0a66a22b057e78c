import * as z from "zod/mini";

/** What the page that shows the sandbox opens. */
export interface SandboxPlace {
  /** The URL at the sandbox. */
  url: string;
  /** The login that waits for the redirect; missing for a page without one. */
  loginId?: string;
}

/** The page's file. */
const sandboxPage = "/sandbox-browser.html";

const placeSchema = z.object({ url: z.url(), loginId: z.exactOptional(z.string()) });

/** Returns the path of the page that shows a URL of the sandbox. */
export function writeSandboxAddress({ url, loginId }: SandboxPlace): string {
  const fragment = new URLSearchParams({ url, ...(loginId !== undefined && { loginId }) });
  return `${sandboxPage}#${fragment}`;
}

/** Reads the fragment of the page's address; undefined if it names no URL. */
export function readSandboxPlace(fragment: string): SandboxPlace | undefined {
  const members = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));
  return placeSchema.safeParse(members).data;
}
