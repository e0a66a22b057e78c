// The page of the peer: a list of the product's own virtualiser whose rows are empty. Its query
// gives the number and the height of the rows, and the height of the list; a click shows it.
import { h, render } from "preact";
import { useRef } from "preact/hooks";
import { useVirtualRows } from "../../../components/panel/use-virtual-rows.ts";

const query = new URLSearchParams(location.search);
const count = Number(query.get("count"));
const rowHeight = Number(query.get("height"));
const viewHeight = Number(query.get("view"));

function EmptyRows() {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows({ list, count, rowHeight, pinned: undefined });
  const rows = virtual.getVirtualItems().map(({ index, start }) =>
    h("div", {
      key: index,
      class: "row",
      style: {
        position: "absolute",
        height: `${rowHeight}px`,
        transform: `translateY(${start}px)`,
      },
    }),
  );
  const style = { position: "relative", height: `${virtual.getTotalSize()}px` };
  return h(
    "div",
    { ref: list, class: "list", style: { height: `${viewHeight}px`, overflow: "auto" } },
    h("div", { style }, rows),
  );
}

const root = document.createElement("main");
const button = document.createElement("button");
button.textContent = "Show";
button.addEventListener("click", () => {
  render(null, root);
  render(h(EmptyRows, null), root);
});
document.body.append(button, root);
