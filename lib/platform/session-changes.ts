import { extension } from "./extension-api.ts";

/** Reports changes of a key of `storage.session` until the returned function is called. */
export function watchSession(key: string, onChange: () => void): () => void {
  const receive = (changes: object, area: string) => {
    if (area === "session" && Object.hasOwn(changes, key)) onChange();
  };
  extension.storage.onChanged.addListener(receive);
  return () => extension.storage.onChanged.removeListener(receive);
}
