import { Component, type ComponentChildren } from "preact";
import { Notice } from "./Notice.tsx";

/**
 * Prevents a part that fails to render from blanking the whole page. `fallback` replaces the notice
 * where a notice does not fit, such as in a list.
 */
export class ErrorBoundary extends Component<
  { subject: string; children: ComponentChildren; fallback?: ComponentChildren },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  override componentDidCatch(): void {
    this.setState({ hasFailed: true });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <Notice
        severity="error"
        help="tenant-inspector-itself"
        title={`${this.props.subject} could not be shown.`}
      >
        <span>The rest of the page still works. Stored data is unchanged.</span>
        <div class="actions">
          <button type="button" class="button" onClick={() => this.setState({ hasFailed: false })}>
            Retry
          </button>
        </div>
      </Notice>
    );
  }
}
