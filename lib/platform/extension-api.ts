import browser from "webextension-polyfill";

/** The extension API with promises, the same in Chromium and Firefox. */
export const extension = browser;
