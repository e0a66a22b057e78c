/**
 * Reports the visibility of this page, now and after each change. DevTools keeps a panel's page
 * open while another panel or another tab is in front. Firefox does not report the change to
 * another panel.
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
