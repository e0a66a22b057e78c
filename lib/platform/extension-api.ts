import browser from "webextension-polyfill";

/** The extension interfaces, promise style, in Chromium and Firefox alike. */
export const extension = browser;
