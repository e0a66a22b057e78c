import "./build-footer.css";

/** Shows which commit a QA build was made from. Other builds have no commit and no footer. */
export function BuildFooter({ commit }: { commit: string }) {
  if (commit === "") return null;
  return <footer class="build-footer">QA build {commit}</footer>;
}
