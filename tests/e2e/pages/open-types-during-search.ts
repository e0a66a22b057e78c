/**
 * Opens the list of types once the Events tab shows a search, and returns the count that stands
 * beside the open list. Runs in the panel: from outside, a click may arrive after the search.
 * Never returns if the search ends before the list is open.
 */
export const openTypesDuringSearch = () =>
  new Promise<string>((resolve) => {
    const observer = new MutationObserver(() => {
      const count = document.querySelector(".status-bar > span")?.textContent ?? "";
      if (!count.includes("Searching…")) return;
      if (document.querySelector(".type-chips") === null) {
        document.querySelector<HTMLElement>(".chip.types[aria-expanded=false]")?.click();
        return;
      }
      observer.disconnect();
      resolve(count);
    });
    observer.observe(document.body, { characterData: true, childList: true, subtree: true });
  });
