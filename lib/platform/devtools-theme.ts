/**
 * Returns the colour scheme of DevTools. The light one is called "default" in Chromium and "light"
 * in Firefox.
 */
export function devtoolsTheme(): "dark" | "light" {
  return chrome.devtools.panels.themeName === "dark" ? "dark" : "light";
}

/** Reports changes of the colour scheme. The two browsers have different names for this event. */
export function onDevtoolsThemeChanged(listener: (theme: "dark" | "light") => void): void {
  const panels: { setThemeChangeHandler?: unknown; onThemeChanged?: unknown } =
    chrome.devtools.panels;
  const notify = () => listener(devtoolsTheme());
  if (typeof panels.setThemeChangeHandler === "function") {
    chrome.devtools.panels.setThemeChangeHandler(notify);
  } else if (hasAddListener(panels.onThemeChanged)) {
    panels.onThemeChanged.addListener(notify);
  }
}

function hasAddListener(value: unknown): value is { addListener(listener: () => void): void } {
  return (
    typeof value === "object" &&
    value !== null &&
    "addListener" in value &&
    typeof value.addListener === "function"
  );
}
