import { Component, type ReactNode } from 'react'

interface Props {
  /** What is shown where the rest could not be: a part that never came, as on a bad line. */
  readonly instead: ReactNode
  readonly children: ReactNode
}

/** Shows something else where its children fail, and lets the rest of the page go on. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }
  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}
