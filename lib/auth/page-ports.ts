import type { PagePorts, StoragePort } from "./ports.ts";

/**
 * The ports of the page this runs in; none where there is no page. The one file of this folder that knows
 * the DOM, and it looks at it only when called.
 */
export function findPagePorts(): Partial<PagePorts> {
  if (typeof window === "undefined" || typeof document === "undefined") return {};
  return {
    navigation: { goTo: (url) => window.location.assign(url) },
    location: { origin: () => window.location.origin, hash: () => window.location.hash },
    frames: {
      open(url) {
        const frame = document.createElement("iframe");
        frame.style.display = "none";
        frame.src = url;
        (document.body ?? document.documentElement).append(frame);
        return { window: frame.contentWindow, remove: () => frame.remove() };
      },
    },
    messages: {
      listen(listener) {
        const relay = ({ origin, source, data }: MessageEvent<unknown>) =>
          listener({ origin, source, data });
        window.addEventListener("message", relay);
        return () => window.removeEventListener("message", relay);
      },
    },
    storage: openStorage(),
  };
}

// For pages whose storage is blocked: enough for all that stays in the page, such as popups.
const memory = new Map<string, string>();

/**
 * `localStorage` rather than `sessionStorage`: a link in an e-mail finishes a login in another tab. Unlike
 * cookies it costs no request anything, and pages of extensions have it in every browser.
 */
function openStorage(): StoragePort {
  try {
    const storage = window.localStorage;
    const probe = "auth.probe";
    storage.setItem(probe, probe);
    storage.removeItem(probe);
    return {
      get: (key) => storage.getItem(key),
      set: (key, value) => storage.setItem(key, value),
      delete: (key) => storage.removeItem(key),
      keys: () => Object.keys(storage),
    };
  } catch {
    return memory;
  }
}
