import type { MessageTarget, PagePorts, StoragePort, WindowMessage } from "./ports.ts";

/** The globals of a page. They are declared here, so that the compiler refuses them elsewhere. */
interface PageGlobals {
  readonly document: {
    createElement(name: "iframe"): Frame;
    readonly documentElement: { append(frame: Frame): void };
  };
  readonly window: PageWindow;
}

/** The part of a `Window` that the ports use. */
interface PageWindow extends MessageTarget {
  readonly location: {
    readonly origin: string;
    readonly hash: string;
    assign(url: string): void;
  };
  readonly localStorage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  readonly opener: MessageTarget | null;
  readonly parent: MessageTarget;
  readonly screenX: number;
  readonly screenY: number;
  readonly outerWidth: number;
  readonly outerHeight: number;
  open(
    url: string,
    target: string,
    features: string,
  ): { readonly closed: boolean; close(): void } | null;
  addEventListener(type: "message", listener: (message: WindowMessage) => void): void;
  removeEventListener(type: "message", listener: (message: WindowMessage) => void): void;
}

/** The part of an `HTMLIFrameElement` that the ports use. */
interface Frame {
  readonly style: { display: string };
  readonly contentWindow: unknown;
  src: string;
  remove(): void;
}

function isPage(globals: object): globals is PageGlobals {
  return "document" in globals;
}

/**
 * Returns the ports of this page, or none outside a page. Reads the globals only when called.
 *
 * @param storage the caller's storage; the page's own is then not opened
 */
export function findPagePorts(storage?: StoragePort): Partial<PagePorts> {
  const globals: object = globalThis;
  if (!isPage(globals)) return {};
  const { document, window: page } = globals;
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
      // The parent of a page outside any frame is the page itself.
      parent: parent === page ? null : parent,
    },
    storage: storage ?? openStorage(page),
  };
}

// Pages whose storage is blocked keep transactions here: enough for popups, which stay in the page.
const memory = new Map<string, string>();

/**
 * Opens `localStorage`, or memory where the browser blocks it. `sessionStorage` is not enough: a
 * link in an email finishes a login in another tab. Cookies would be sent with every request.
 */
function openStorage(page: PageWindow): StoragePort {
  try {
    const storage = page.localStorage;
    // A blocked storage throws at its first use.
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
