/**
 * Reports the visibility of this page, now and after each change. DevTools keeps a panel's page
 * open behind another panel, and all panels while another tab is active. Firefox does not report
 * the first case.
 */
export function watchVisibility(listener: (isInView: boolean) => void): void {
  let isRendered = false;
  const notify = () => listener(isRendered && document.visibilityState === "visible");
  new IntersectionObserver((entries) => {
    isRendered = entries.at(-1)?.isIntersecting === true;
    notify();
  }).observe(document.documentElement);
  document.addEventListener("visibilitychange", notify);
}
