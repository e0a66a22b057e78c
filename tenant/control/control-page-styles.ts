/** The styles of the control page, light and dark. */
export const controlPageStyles = `
:root { color-scheme: light dark; --ink: #1d2129; --soft: #5b6472; --line: #d7dbe2; --paper: #fff;
  --ground: #f3f4f7; --accent: #2456c9; --on-accent: #fff; --alarm: #b3261e; --mark: #eef2fc; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --soft: #a2abb8; --line: #3a404b;
  --paper: #20242b; --ground: #15181d; --accent: #8ab0ff; --on-accent: #0f1b33; --alarm: #ffb4ab;
  --mark: #28303d; } }
* { box-sizing: border-box; }
body { margin: 0; font: 13px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 20px; padding: 10px 16px;
  background: var(--paper); border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 15px; } h2 { margin: 0 0 8px; font-size: 13px; }
header p { margin: 0; color: var(--soft); } header a { margin-left: auto; }
a { color: var(--accent); }
.notice { margin: 0; padding: 8px 16px; overflow-wrap: anywhere; background: var(--mark);
  border-bottom: 1px solid var(--line); }
main { padding: 12px 16px; }
.columns { columns: 340px; column-gap: 12px; }
.scroll { max-height: 40vh; overflow: auto; }
section { break-inside: avoid; margin: 0 0 12px; padding: 12px; background: var(--paper); border: 1px solid var(--line);
  border-radius: 4px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: 3px 8px 3px 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line);
  overflow-wrap: anywhere; }
th { border-top: 0; font-weight: 600; color: var(--soft); }
.log th:nth-child(1) { width: 108px; } .log th:nth-child(2) { width: 56px; }
td.time, code, pre { font: 12px/1.45 ui-monospace, monospace; }
.failed { color: var(--alarm); font-weight: 600; } .soft { color: var(--soft); }
form { display: flex; flex-wrap: wrap; gap: 6px 8px; align-items: end; margin: 0 0 8px; }
form:last-child { margin: 0; } td form { justify-content: end; margin: 0; }
table:not(.log) td { vertical-align: middle; } td:last-child { padding-right: 0; }
.limits { display: grid; grid-template-columns: 1fr 1fr; } .limits button { justify-self: start; }
label { display: block; font-size: 12px; color: var(--soft); }
label.check { display: flex; width: 100%; gap: 6px; align-items: center; font-size: 13px; color: var(--ink); }
input, select, button { font: inherit; color: inherit; }
input:not([type="checkbox"]), select { display: block; width: 100%; padding: 4px 6px;
  background: var(--paper); border: 1px solid var(--soft); border-radius: 3px; }
input[type="checkbox"] { accent-color: var(--accent); margin: 0; }
.narrow { width: 88px; } .whole { width: 100%; } .wide { flex: 1; min-width: 150px; }
button { padding: 4px 10px; border: 1px solid var(--soft); border-radius: 3px; background: var(--paper);
  cursor: pointer; }
button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
:is(a, button, input, select, .scroll):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
