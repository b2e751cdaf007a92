import { Component, type ReactNode } from 'react';
import { Broken } from './Broken';

interface Props {
  /** When it changes the part is drawn anew: what failed belonged to what was on screen before. */
  of?: string;
  children: ReactNode;
}

/** Keeps an error of one part of the page in that part: the rest goes on, and the part can be tried again. */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (before.of !== this.props.of && this.state.failed) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Broken onRetry={() => this.setState({ failed: false })} />;
  }
}
