import type { OpenedFirefox } from "../../launch/open-firefox.ts";

export type ColourScheme = "light" | "dark";

const setScheme = `(isDark) =>
  Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", isDark ? 0 : 1)`;
const setDevToolsTheme = `(theme) => Services.prefs.setCharPref("devtools.theme", theme)`;

/** The color scheme that pages see as the user's preference. */
export async function preferColours({ chromeScope }: OpenedFirefox, scheme: ColourScheme) {
  await chromeScope.call(setScheme, scheme === "dark");
}

/** The theme of the toolbox in its settings. */
export async function setToolboxTheme({ chromeScope }: OpenedFirefox, theme: ColourScheme) {
  await chromeScope.call(setDevToolsTheme, theme);
}
