/**
 * Tells whether somebody can see this page, from now on and whenever that changes. DevTools keeps the page of a panel that
 * another panel covers, and all of its own while another tab is in front. Firefox tells nothing of the first.
 */
export function watchVisibility(listener: (isInView: boolean) => void): void {
  let isRendered = false;
  const tell = () => listener(isRendered && document.visibilityState === "visible");
  new IntersectionObserver((entries) => {
    isRendered = entries.at(-1)?.isIntersecting === true;
    tell();
  }).observe(document.documentElement);
  document.addEventListener("visibilitychange", tell);
}
