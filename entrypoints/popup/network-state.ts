/** Whether this device has a network, as the browser tells it. */
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
