/** The text of the button. The page's user does not know the extension, so it names itself. */
const label = "Tenant Inspector: open the login popup";

/**
 * Shows one button in this page, above its content. The styles are properties, because a page's
 * content security policy can forbid style sheets.
 *
 * @returns a function that removes the button
 */
export function askForClick(onClick: () => void): () => void {
  const host = document.createElement("div");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  Object.assign(host.style, {
    all: "initial",
    position: "fixed",
    top: "16px",
    right: "16px",
    zIndex: "2147483647",
  });
  Object.assign(button.style, {
    font: "16px system-ui, sans-serif",
    padding: "12px 16px",
    color: "#ffffff",
    background: "#0b57d0",
    border: "2px solid #ffffff",
    borderRadius: "4px",
    cursor: "pointer",
  });
  button.addEventListener("click", (event) => {
    if (event.isTrusted) onClick();
  });
  host.attachShadow({ mode: "closed" }).append(button);
  document.documentElement.append(host);
  return () => host.remove();
}
