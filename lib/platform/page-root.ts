/** Returns the element that the page renders into. */
export function findRoot(): HTMLElement {
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no element with the id root.");
  return root;
}
