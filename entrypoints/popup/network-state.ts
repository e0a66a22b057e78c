/** The network state of this device, as the browser reports it. */
export const networkState = {
  isOnline: () => navigator.onLine,
  onChange(listener: () => void): () => void {
    addEventListener("online", listener);
    addEventListener("offline", listener);
    return () => {
      removeEventListener("online", listener);
      removeEventListener("offline", listener);
    };
  },
};
