import type { SpecGroup } from "./rows.ts";

/**
 * The headings of the interface description with the operations of the Run tab. Library and demo
 * app prove their rows too; the panel must prove them through its own form.
 */
const panelHeadings: ReadonlySet<string> = new Set([
  "User info object",
  "popup.authorize",
  "login",
  "login: route, and crossOriginVerification",
  "passwordlessStart",
  "passwordlessStart: rule below the options",
  "passwordlessLogin",
  "client.userInfo",
  "checkSession",
  "logout",
  "signup",
  "signup: rule below the options, and changePassword",
  "Management calls",
  "Management calls: rules beside the calls",
]);

/** Rows under these headings that no run of the panel can prove, each with the reason. */
export const notFromPanel: Readonly<Record<string, string>> = {
  "library.cross-origin-verification":
    "A run leaves no proof in the page's storage, so the page's library cannot answer for it, and the panel's own call is in the top frame, which has no parent. The form says so.",
};

/** The tests that run operations through the form of the panel in the real DevTools. */
const panelTest =
  /(^|\/)tests\/e2e\/chromium\/(panel-(accounts|logins|sessions)|run-operations)\.test\.ts$/;

/** Returns true for the path of a test file of the panel. */
export function isPanelTest(path: string): boolean {
  return panelTest.test(path.replaceAll("\\", "/"));
}

/** Lists the rows that a test of the panel must prove. */
export function listPanelRows(groups: readonly SpecGroup[]): string[] {
  return groups
    .filter(({ heading }) => panelHeadings.has(heading))
    .flatMap(({ rows }) => rows.map(([id]) => id))
    .filter((id) => !Object.hasOwn(notFromPanel, id));
}

/**
 * Reports each row of the panel that no passed test of the panel has as its tag.
 *
 * @param panelTags the tags of the passed tests of the panel
 */
export function findUnprovenInPanel(
  groups: readonly SpecGroup[],
  panelTags: ReadonlySet<string>,
): string[] {
  return listPanelRows(groups)
    .filter((id) => !panelTags.has(id))
    .map((id) => `The row ${id} has no test of the panel with the tag ${id} that passed.`);
}
