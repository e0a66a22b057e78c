import type { MessageTarget, PagePorts, StoragePort } from "./ports.ts";

/** A window whose opener has a type: all that is done with it is to post to it. */
interface Page extends Window {
  readonly opener: MessageTarget | null;
}

/**
 * The ports of the page this runs in; none where there is no page. The one file of this folder that knows
 * the DOM, and it looks at it only when called.
 */
export function findPagePorts(): Partial<PagePorts> {
  if (typeof document === "undefined") return {};
  const page: Page = window;
  const { location, opener, parent } = page;
  return {
    navigation: { goTo: (url) => location.assign(url) },
    location: { origin: () => location.origin, hash: () => location.hash },
    frames: {
      open(url) {
        const frame = document.createElement("iframe");
        frame.style.display = "none";
        frame.src = url;
        document.documentElement.append(frame);
        return { window: frame.contentWindow, remove: () => frame.remove() };
      },
    },
    popups: {
      open(
        url,
        {
          width = 500,
          height = 600,
          left = page.screenX + (page.outerWidth - width) / 2,
          top = page.screenY + (page.outerHeight - height) / 2,
        },
      ) {
        const popup = page.open(
          url,
          "_blank",
          `width=${width},height=${height},left=${left},top=${top}`,
        );
        return (
          popup && { window: popup, isClosed: () => popup.closed, remove: () => popup.close() }
        );
      },
    },
    messages: {
      listen(listener) {
        page.addEventListener("message", listener);
        return () => page.removeEventListener("message", listener);
      },
      opener,
      parent: parent === page ? null : parent,
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
    // Where it is blocked, it throws at the first use.
    storage.getItem("");
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
